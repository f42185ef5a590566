// Runs a GPU kernel of one header on the CPU: every thread of a block is a thread, blocks run one after the other, and matrix instructions
// are carried out by the last lane of a wave to arrive, by tables of where the manuals put every element (made by the test).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "precis.hpp"

#define PR_ON_DEVICE inline
#define __device__
#define __global__
#define __shared__ static
#define __launch_bounds__(n)

struct Index { unsigned x = 0, y = 0, z = 0; };
static const Index gridDim{1, 1, 1};
static thread_local Index threadIdx;
static Index blockIdx;

struct Meeting {  // of a fixed number of threads; the last to arrive does the work
    std::mutex mutex;
    std::condition_variable changed;
    int size, arrived = 0;
    long turn = 0;
    explicit Meeting(int size) : size(size) {}
    template <class F> void meet(F work) {
        std::unique_lock<std::mutex> hold(mutex);
        const long mine = turn;
        if (++arrived == size) {
            work();
            arrived = 0, ++turn;
            changed.notify_all();
        } else {
            changed.wait(hold, [&] { return turn != mine; });
        }
    }
};
static Meeting* block_meeting;
static inline void __syncthreads() { block_meeting->meet([] {}); }

namespace pr {
constexpr int MATRIX_THREADS = BLOCK_THREADS;
struct Batch { int64_t extent, a, b, c; };
}
#include "precis_matrix_kernel.hpp"

// A unit that computes in S: registers hold numbers of the accumulator's type, PACK of them.
template <class Fragments, class S> struct Unit : Fragments {
    using Number = S; using Accumulator = S;
    struct Register { S at[Fragments::PACK]; };
    template <class T> static Number from(T x) { return S(x); }
    static Register pack(const Number (&x)[Fragments::PACK]) {
        Register r;
        std::memcpy(r.at, x, sizeof x);
        return r;
    }
    static void multiply(S (&c)[Fragments::C], const Register (&a)[Fragments::A], const Register (&b)[Fragments::B]) {
        constexpr int LANES = Fragments::LANES;
        static std::vector<Meeting*> waves = [] {
            std::vector<Meeting*> made;
            for (int w = 0; w < pr::MATRIX_THREADS / LANES; ++w) made.push_back(new Meeting(LANES));
            return made;
        }();
        static S A[8][Fragments::M][Fragments::K], B[8][Fragments::K][Fragments::N], C[8][Fragments::M][Fragments::N];
        const int wave = threadIdx.x / LANES, lane = threadIdx.x % LANES;
        for (int r = 0; r < Fragments::A * Fragments::PACK; ++r) {
            const int* e = A_TABLE[lane][r];
            A[wave][e[0]][e[1]] = a[r / Fragments::PACK].at[r % Fragments::PACK];
        }
        for (int r = 0; r < Fragments::B * Fragments::PACK; ++r) {
            const int* e = B_TABLE[lane][r];
            B[wave][e[0]][e[1]] = b[r / Fragments::PACK].at[r % Fragments::PACK];
        }
        waves[wave]->meet([&] {
            for (int i = 0; i < Fragments::M; ++i)
                for (int j = 0; j < Fragments::N; ++j) {
                    C[wave][i][j] = 0;
                    for (int k = 0; k < Fragments::K; ++k) C[wave][i][j] += A[wave][i][k] * B[wave][k][j];
                }
        });
        for (int r = 0; r < Fragments::C; ++r) c[r] += C[wave][C_TABLE[lane][r][0]][C_TABLE[lane][r][1]];
        waves[wave]->meet([] {});
    }
};

extern "C" void run(const double* a, int64_t ar, int64_t ac, const double* b, int64_t br, int64_t bc, double* c, int64_t cr, int64_t cc,
                    int64_t m, int64_t n, int64_t k, const pr::Batch* batch, int add) {
    using P = Unit<FRAGMENTS, float>;
    for (blockIdx.y = 0; blockIdx.y * pr::TILE < m; ++blockIdx.y)
        for (blockIdx.x = 0; blockIdx.x * pr::TILE < n; ++blockIdx.x) {
            Meeting all(pr::MATRIX_THREADS);
            block_meeting = &all;
            std::vector<std::thread> threads;
            for (int t = 0; t < pr::MATRIX_THREADS; ++t)
                threads.emplace_back([=] {
                    threadIdx.x = unsigned(t);
                    auto kernel = add ? pr::matrix_kernel<P, true, double, double, double> : pr::matrix_kernel<P, false, double, double, double>;
                    kernel({a, ar, ac, m}, {b, bc, br, n}, c, cr, cc, k, batch[0], batch[1]);
                });
            for (auto& t : threads) t.join();
        }
}

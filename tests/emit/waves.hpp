// The kernel of the matrix units with the instruction played by tables of where the manuals put every element (made by the test): lanes
// of a wave lay down what they hold, wait for each other, and take up what is theirs.
#pragma once

#include "precis.hpp"
#include "played.hpp"

#define PR_ON_DEVICE inline

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
        static S A[8][Fragments::M][Fragments::K], B[8][Fragments::K][Fragments::N];
        const int wave = threadIdx.x / Fragments::LANES, lane = threadIdx.x % Fragments::LANES;
        for (int r = 0; r < Fragments::A * Fragments::PACK; ++r) {
            const int* e = A_TABLE[lane][r];
            A[wave][e[0]][e[1]] = a[r / Fragments::PACK].at[r % Fragments::PACK];
        }
        for (int r = 0; r < Fragments::B * Fragments::PACK; ++r) {
            const int* e = B_TABLE[lane][r];
            B[wave][e[0]][e[1]] = b[r / Fragments::PACK].at[r % Fragments::PACK];
        }
        __syncthreads();
        for (int r = 0; r < Fragments::C; ++r) {
            const int* e = C_TABLE[lane][r];
            for (int k = 0; k < Fragments::K; ++k) c[r] += A[wave][e[0]][k] * B[wave][k][e[1]];
        }
        __syncthreads();
    }
};

extern "C" void run(const double* a, int64_t ar, int64_t ac, const double* b, int64_t br, int64_t bc, double* c, int64_t cr, int64_t cc,
                    int64_t m, int64_t n, int64_t k, const pr::Batch* batch, int add) {
    using P = Unit<FRAGMENTS, float>;
    const auto kernel = add ? pr::matrix_kernel<P, true, double, double, double> : pr::matrix_kernel<P, false, double, double, double>;
    const unsigned rows = unsigned((m + pr::TILE - 1) / pr::TILE), columns = unsigned((n + pr::TILE - 1) / pr::TILE);
    played::grid({columns, rows > 1 ? rows - 1 : 1, 2}, {pr::MATRIX_THREADS, 1}, true,
                 [&] { kernel({a, ar, ac, m}, {b, bc, br, n}, c, cr, cc, k, batch[0], batch[1]); });
}

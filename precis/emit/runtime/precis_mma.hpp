// C += A B on tensor cores (compute capability 8.0 and later) through mma.sync; in other builds, the same product by loops.
//
// A block of four warps computes a 64 x 64 tile of C; each warp computes 32 x 32 of it from fragments. Tiles of A and B
// pass through shared memory, where they are rounded to the multiplicand format; edges are filled with zeros. The lane
// maps are those of the PTX ISA, section "Matrix Fragments for mma".
#pragma once

#include "precis_gpu.hpp"

namespace pr {

#if defined(PR_CUDA)

// A multiplicand format: the instruction's tile (16 or 8) x 8 x K, its fragments, and the instruction itself. `row(k)` and
// `column(k)` say which element of its tile register element k of a lane holds, for group = lane / 4, member = lane % 4.
struct Multiply_binary16 {
    using element = __half; using accumulator = float;
    static constexpr int M = 16, N = 8, K = 16, A = 8, B = 4, C = 4;
    static __device__ element from(float x) { return __float2half_rn(x); }
    static __device__ int a_row(int k, int g) { return g + 8 * ((k / 2) % 2); }
    static __device__ int a_column(int k, int m) { return 2 * m + k % 2 + 8 * (k / 4); }
    static __device__ int b_row(int k, int m) { return 2 * m + k % 2 + 8 * (k / 2); }
    static __device__ void multiply(float (&c)[4], const element (&a)[8], const element (&b)[4]) {
        const unsigned* p = reinterpret_cast<const unsigned*>(a);
        const unsigned* q = reinterpret_cast<const unsigned*>(b);
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "r"(q[0]), "r"(q[1]));
    }
};

struct Multiply_bfloat16 {
    using element = uint16_t; using accumulator = float;
    static constexpr int M = 16, N = 8, K = 16, A = 8, B = 4, C = 4;
    static __device__ element from(float x) { return bfloat16(to_bfloat16(x)).code; }
    static __device__ int a_row(int k, int g) { return Multiply_binary16::a_row(k, g); }
    static __device__ int a_column(int k, int m) { return Multiply_binary16::a_column(k, m); }
    static __device__ int b_row(int k, int m) { return Multiply_binary16::b_row(k, m); }
    static __device__ void multiply(float (&c)[4], const element (&a)[8], const element (&b)[4]) {
        const unsigned* p = reinterpret_cast<const unsigned*>(a);
        const unsigned* q = reinterpret_cast<const unsigned*>(b);
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "r"(q[0]), "r"(q[1]));
    }
};

struct Multiply_tf32 {
    using element = float; using accumulator = float;
    static constexpr int M = 16, N = 8, K = 8, A = 4, B = 2, C = 4;
    static __device__ element from(float x) { return to_tf32(x); }
    static __device__ int a_row(int k, int g) { return g + 8 * (k % 2); }
    static __device__ int a_column(int k, int m) { return m + 4 * (k / 2); }
    static __device__ int b_row(int k, int m) { return m + 4 * k; }
    static __device__ void multiply(float (&c)[4], const element (&a)[4], const element (&b)[2]) {
        const unsigned* p = reinterpret_cast<const unsigned*>(a);
        const unsigned* q = reinterpret_cast<const unsigned*>(b);
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3]), "r"(q[0]), "r"(q[1]));
    }
};

struct Multiply_binary64 {
    using element = double; using accumulator = double;
    static constexpr int M = 8, N = 8, K = 4, A = 1, B = 1, C = 2;
    static __device__ element from(double x) { return x; }
    static __device__ int a_row(int, int g) { return g; }
    static __device__ int a_column(int, int m) { return m; }
    static __device__ int b_row(int, int m) { return m; }
    static __device__ void multiply(double (&c)[2], const element (&a)[1], const element (&b)[1]) {
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]));
    }
};

constexpr int TILE = 64, WARP_TILE = 32, DEPTH = 16, MATRIX_THREADS = 128;

template <class T> struct Strided {
    T* data;
    int64_t row, column;
    __device__ T& at(int64_t i, int64_t j) const { return data[i * row + j * column]; }
};

template <class P, class TA, class TB, class TC>
__global__ void __launch_bounds__(MATRIX_THREADS)
matrix_kernel(Strided<const TA> a, Strided<const TB> b, Strided<TC> c, int64_t m, int64_t n, int64_t depth) {
    using E = typename P::element;
    using S = typename P::accumulator;
    __shared__ E tile_a[TILE][DEPTH + 1], tile_b[DEPTH][TILE + 1];
    const int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
    const int64_t row0 = int64_t(blockIdx.y) * TILE, column0 = int64_t(blockIdx.x) * TILE;
    const int row_w = warp / 2 * WARP_TILE, column_w = warp % 2 * WARP_TILE;
    S sum[WARP_TILE / P::M][WARP_TILE / P::N][P::C] = {};

    for (int64_t k0 = 0; k0 < depth; k0 += DEPTH) {
        for (int e = threadIdx.x; e < TILE * DEPTH; e += MATRIX_THREADS) {
            const int r = e / DEPTH, k = e % DEPTH;
            tile_a[r][k] = P::from(row0 + r < m && k0 + k < depth ? S(a.at(row0 + r, k0 + k)) : S(0));
        }
        for (int e = threadIdx.x; e < TILE * DEPTH; e += MATRIX_THREADS) {
            const int k = e / TILE, j = e % TILE;
            tile_b[k][j] = P::from(k0 + k < depth && column0 + j < n ? S(b.at(k0 + k, column0 + j)) : S(0));
        }
        __syncthreads();
        for (int k = 0; k < DEPTH; k += P::K) {
            alignas(16) E left[WARP_TILE / P::M][P::A], right[WARP_TILE / P::N][P::B];
            for (int i = 0; i < WARP_TILE / P::M; ++i)
                for (int r = 0; r < P::A; ++r)
                    left[i][r] = tile_a[row_w + i * P::M + P::a_row(r, group)][k + P::a_column(r, member)];
            for (int j = 0; j < WARP_TILE / P::N; ++j)
                for (int r = 0; r < P::B; ++r)
                    right[j][r] = tile_b[k + P::b_row(r, member)][column_w + j * P::N + group];
            for (int i = 0; i < WARP_TILE / P::M; ++i)
                for (int j = 0; j < WARP_TILE / P::N; ++j) P::multiply(sum[i][j], left[i], right[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < WARP_TILE / P::M; ++i)
        for (int j = 0; j < WARP_TILE / P::N; ++j)
            for (int r = 0; r < P::C; ++r) {
                const int64_t row = row0 + row_w + i * P::M + group + 8 * (r / 2), column = column0 + column_w + j * P::N + 2 * member + r % 2;
                if (row < m && column < n) c.at(row, column) = TC(S(c.at(row, column)) + sum[i][j][r]);
            }
}

#if defined(PR_HOST)
template <class P, class TA, class TB, class TC>
void matrix_product(TA* a, int64_t ar, int64_t ac, TB* b, int64_t br, int64_t bc, TC* c, int64_t cr, int64_t cc, int64_t m, int64_t n, int64_t k) {
    using A = std::remove_const_t<TA>;
    using B = std::remove_const_t<TB>;
    if (m <= 0 || n <= 0) return;
    const dim3 grid(unsigned((n + TILE - 1) / TILE), unsigned((m + TILE - 1) / TILE));
    matrix_kernel<P, A, B, TC><<<grid, MATRIX_THREADS>>>(Strided<const A>{a, ar, ac}, Strided<const B>{b, br, bc}, Strided<TC>{c, cr, cc}, m, n, k);
}
#endif

#else

struct Multiply_binary16 { using accumulator = float; static float from(float x) { return to_binary16(x); } };
struct Multiply_bfloat16 { using accumulator = float; static float from(float x) { return to_bfloat16(x); } };
struct Multiply_tf32 { using accumulator = float; static float from(float x) { return to_tf32(x); } };
struct Multiply_binary64 { using accumulator = double; static double from(double x) { return x; } };

template <class P, class TA, class TB, class TC>
void matrix_product(TA* a, int64_t ar, int64_t ac, TB* b, int64_t br, int64_t bc, TC* c, int64_t cr, int64_t cc, int64_t m, int64_t n, int64_t k) {
    using S = typename P::accumulator;
    for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
            S sum = 0;
            for (int64_t l = 0; l < k; ++l) sum += P::from(S(a[i * ar + l * ac])) * P::from(S(b[l * br + j * bc]));
            c[i * cr + j * cc] = TC(S(c[i * cr + j * cc]) + sum);
        }
}

#endif

}  // namespace pr

// Products of matrices, by BLAS and in loops. On the host only.
#pragma once

#include "precis_narrow.hpp"
#include "precis_subnormal.hpp"
#include "precis_sums.hpp"

namespace pr {

// C = A B in row-major order: to Fortran, all matrices are their transposes.
template <class T> void product(void* gemm, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    using Routine = void (*)(char*, char*, int64_t*, int64_t*, int64_t*, T*, T*, int64_t*, T*, int64_t*, T*, T*, int64_t*, size_t, size_t);
    char ta = a.transposed ? 'T' : 'N', tb = b.transposed ? 'T' : 'N';
    int64_t lda = leading(a, m, k), ldb = leading(b, k, n), ldc = leading(c, m, n);
    T one = 1, zero = 0;
    if (c.transposed) ldc = 1;  // one column
    product_without_subnormals(m, n, k, c, [&] {
        reinterpret_cast<Routine>(gemm)(&tb, &ta, &n, &m, &k, &one, const_cast<T*>(b.start), &ldb, const_cast<T*>(a.start), &lda, &zero,
                                        const_cast<T*>(c.start), &ldc, 1, 1);
    });
}

// The same where the program knows that C has few rows or columns: what serves only those is compiled for no other product.
template <class T> void few_product(void* gemm, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    if (!narrow_product(m, n, k, a, b, c) && !tall_product(m, n, k, a, b, c)) product(gemm, m, n, k, a, b, c);
}

// R rows of a product by W lines of BYTES in registers, in explicit vectors: those are compiled in a third of the time that loops take.
template <int R, int W, int BYTES, class T>
PR_CALLED void tile(const T* a, int64_t row, int64_t next, const T* b, int64_t step, int64_t k, T* c, int64_t down, size_t bytes) {
    typedef T line __attribute__((vector_size(BYTES)));
    line sums[R][W] = {};
    PR_ROLLED
    for (; k > 0; --k, a += next, b += step) {
#pragma GCC unroll 2
        for (int w = 0; w < W; ++w) {
            line y;
            std::memcpy(&y, b + w * int64_t(sizeof y / sizeof(T)), sizeof y);
#pragma GCC unroll 4
            for (int r = 0; r < R; ++r) sums[r][w] += a[r * row] * y;
        }
    }
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int w = 0; w < W; ++w) {
            const line found = sums[r][w];
            std::memcpy(c + r * down + w * int64_t(sizeof found / sizeof(T)), &found, W > 1 ? sizeof found : bytes);
        }
}

// R whole rows. What is left of the columns begins sooner, so that some are computed twice, to the same numbers.
template <int R, class T>
PR_CALLED void rows_by_tiles(const T* a, int64_t row, int64_t next, const T* b, int64_t step, int64_t n, int64_t k, T* c, int64_t down) {
#if defined(__AVX512F__)
    constexpr int LINE = 64;
#else
    constexpr int LINE = 32;
#endif
    constexpr int64_t wide = 2 * LINE / sizeof(T), narrow = 32 / sizeof(T);
    int64_t from = 0;
    PR_ROLLED
    for (; from + wide <= n; from += wide) tile<R, 2, LINE>(a, row, next, b + from, step, k, c + from, down, 2 * LINE);
    PR_ROLLED
    for (; from < n; from += narrow) {
        const int64_t at = size_min(from, size_max(n - narrow, 0));
        tile<R, 1, 32>(a, row, next, b + at, step, k, c + at, down, size_t(size_min(n, narrow)) * sizeof(T));
    }
}

// The same in loops, for what takes less time than a call, and where there is no library; terms are rounded and added up in their order.
template <class T> PR_CALLED void product_by_loops(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    constexpr int64_t least = 32 / sizeof(T), R = 4;  // rows of B shorter than a line are filled up
    const int64_t step = size_max(n, least);
    const bool moved = b.transposed || n < least;
    Memory<T> memory(moved ? k * step : 0);
    if (moved) {
        for (int64_t r = 0; r < k; ++r) {
            if (b.transposed)
                for (int64_t x = 0; x < n; ++x) memory.data[r * step + x] = b.start[x * b.step + r];
            else std::memcpy(memory.data + r * step, b.start + r * b.step, size_t(n) * sizeof(T));
            PR_ROLLED
            for (int64_t x = n; x < step; ++x) memory.data[r * step + x] = T(0);
        }
        b = {memory.data, step, false};
    }
    const int64_t row = a.transposed ? 1 : a.step, next = a.transposed ? a.step : 1;
    T* const to = const_cast<T*>(c.start);
    PR_SHARED(14 * m * n * k, block, 0, m, R) {
        if (block + R <= m) rows_by_tiles<R>(a.start + block * row, row, next, b.start, b.step, n, k, to + block * c.step, c.step);
        else
            PR_ROLLED
            for (int64_t i = block; i < m; ++i) rows_by_tiles<1>(a.start + i * row, row, next, b.start, b.step, n, k, to + i * c.step, c.step);
    } PR_JOINED
}

// The same where B is the transpose of A, with ?syrk: C is symmetric, and what lies above its diagonal is copied there, tile by tile.
template <class T> void gram(void* syrk, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    using Routine = void (*)(char*, char*, int64_t*, int64_t*, T*, T*, int64_t*, T*, T*, int64_t*, size_t, size_t);
    char upper = 'U', turned = a.transposed ? 'N' : 'T';
    int64_t lda = leading(a, m, k), ldc = leading(c, m, m);
    T one = 1, zero = 0, *to = const_cast<T*>(c.start);
    product_without_subnormals(m, n, k, c, [&] {
        reinterpret_cast<Routine>(syrk)(&upper, &turned, &m, &k, &one, const_cast<T*>(a.start), &lda, &zero, to, &ldc, 1, 1);
        constexpr int64_t TILE = 16;
        for (int64_t i = 0; i < m; i += TILE)
            for (int64_t j = 0; j <= i; j += TILE)
                for (int64_t r = i; r < size_min(i + TILE, m); ++r)
                    for (int64_t s = j; s < size_min(j + TILE, r); ++s) to[s * ldc + r] = to[r * ldc + s];
    });
}

template <class T> void few_gram(void* syrk, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    if (!tall_product(m, n, k, a, b, c)) gram(syrk, m, n, k, a, b, c);
}

// The same where C is one row or one column, with ?gemv: ?gemm would copy the matrix first.
template <class T> void vector_product(void* gemv, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    using Routine = void (*)(char*, int64_t*, int64_t*, T*, T*, int64_t*, T*, int64_t*, T*, T*, int64_t*, size_t);
    const bool row = m == 1;
    const Matrix<T> matrix = row ? b : a, x = row ? a : b;
    const bool lines = matrix.transposed == row;  // whether each element of C is a sum along neighbours
    int64_t count = row ? n : m, along = lines ? k : count, across = lines ? count : k;
    int64_t lda = size_max(matrix.step, along), step = x.transposed == row ? x.step : 1, to = c.transposed == row ? c.step : 1;
    char turned = lines ? 'T' : 'N';
    T one = 1, zero = 0;
    product_without_subnormals(m, n, k, c, [&] {
        reinterpret_cast<Routine>(gemv)(&turned, &along, &across, &one, const_cast<T*>(matrix.start), &lda, const_cast<T*>(x.start), &step, &zero,
                                        const_cast<T*>(c.start), &to, 1);
    });
}

#if defined(PR_PRODUCTS_APART)  // `extern` where these are compiled already (precis.emit.cpu.apart), nothing where they are compiled for others
#define PR_PRODUCT_OF(NAME, T) PR_PRODUCTS_APART template void NAME<T>(void*, int64_t, int64_t, int64_t, Matrix<T>, Matrix<T>, Matrix<T>);
#define PR_PRODUCTS_OF(T) \
    PR_PRODUCT_OF(product, T) PR_PRODUCT_OF(few_product, T) PR_PRODUCT_OF(gram, T) PR_PRODUCT_OF(few_gram, T) PR_PRODUCT_OF(vector_product, T) \
    PR_PRODUCTS_APART template void product_by_loops<T>(int64_t, int64_t, int64_t, Matrix<T>, Matrix<T>, Matrix<T>);
PR_PRODUCTS_OF(double) PR_PRODUCTS_OF(float)
#undef PR_PRODUCTS_OF
#undef PR_PRODUCT_OF
#endif

}  // namespace pr

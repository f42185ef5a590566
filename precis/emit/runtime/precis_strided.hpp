// Products of matrices whose rows or terms lie at several steps, as windows of an image do: C = A B, a tile of C in registers at a time, by
// fused multiply-adds where it is large; else terms are rounded and added in their order, to the bits of loops. Nothing is copied; elements of A are spread over lanes, rows of B and C run along neighbours.
#pragma once

#include "precis.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace pr {

struct Turn {  // an axis of rows or terms: how many, and the steps in A, and in B or C
    int64_t extent, a, other;
};

template <class T, int BYTES> struct StridedLanes {
    typedef T type __attribute__((vector_size(BYTES)));
};
template <class T, int BYTES> using lanes_of = typename StridedLanes<T, BYTES>::type;

// x y + z, rounded once, or twice as loops that keep the order of their terms do.
template <bool ONCE, class V, class T> PR_INLINE V added(T x, V y, V z) {
    const V spread = x - V{};
    if constexpr (!ONCE) return z + spread * y;
    else
#if defined(__AVX512F__) && !defined(__clang__)
    if constexpr (sizeof(V) == 64 && sizeof(T) == 4) return __builtin_ia32_vfmaddps512_mask(spread, y, z, -1, 4);
    else if constexpr (sizeof(V) == 64) return __builtin_ia32_vfmaddpd512_mask(spread, y, z, -1, 4);
    else
#endif
#if defined(__FMA__) && !defined(__clang__)
    if constexpr (sizeof(V) == 32 && sizeof(T) == 4) return __builtin_ia32_vfmaddps256(spread, y, z);
    else if constexpr (sizeof(V) == 32) return __builtin_ia32_vfmaddpd256(spread, y, z);
    else
#endif
    {
        for (int v = 0; v < int(sizeof(V) / sizeof(T)); ++v) z[v] = fma(x, y[v], z[v]);
        return z;
    }
}

// M rows of W lines of C, which are one or two: sums stay in registers where each has an array of its own.
template <bool ONCE, int M, int W, class V, class T>
void strided_tile(const T* a, int64_t row, const T* b, const Turn (&terms)[3], T* c, int64_t down) {
    constexpr int64_t length = sizeof(V) / sizeof(T);
    V left[M] = {}, right[M] = {};
    PR_ROLLED
    for (int64_t i = 0; i < terms[0].extent; ++i)
        PR_ROLLED
        for (int64_t j = 0; j < terms[1].extent; ++j) {
            const T *x = a + i * terms[0].a + j * terms[1].a, *y = b + i * terms[0].other + j * terms[1].other;
            PR_ROLLED
            for (int64_t k = 0; k < terms[2].extent; ++k, x += terms[2].a, y += terms[2].other) {
                V first, second = {};
                std::memcpy(&first, y, sizeof first);
                if constexpr (W == 2) std::memcpy(&second, y + length, sizeof second);
#pragma GCC unroll 8
                for (int r = 0; r < M; ++r) {
                    left[r] = added<ONCE, V, T>(x[r * row], first, left[r]);
                    if constexpr (W == 2) right[r] = added<ONCE, V, T>(x[r * row], second, right[r]);
                }
            }
        }
#pragma GCC unroll 8
    for (int r = 0; r < M; ++r) {
        std::memcpy(c + r * down, &left[r], sizeof(V));
        if constexpr (W == 2) std::memcpy(c + r * down + length, &right[r], sizeof(V));
    }
}

// A row axis, M rows at a time; what is left of them begins sooner, so that some rows are computed twice, to the same numbers.
template <bool ONCE, int M, int W, class V, class T>
PR_INLINE void strided_rows(const T* a, const Turn& rows, const T* b, const Turn (&terms)[3], T* c) {
    PR_ROLLED
    for (int64_t r = 0; r < rows.extent; r += M) {
        const int64_t from = size_min(r, rows.extent - M);
        strided_tile<ONCE, M, W, V>(a + from * rows.a, rows.a, b, terms, c + from * rows.other, rows.other);
    }
}

template <bool ONCE, int W, class V, class T>
void strided_strip(const T* a, const Turn (&rows)[3], const T* b, const Turn (&terms)[3], T* c) {
#if defined(__AVX512F__)
    constexpr int M = 8;
#else
    constexpr int M = 6;
#endif
    PR_ROLLED
    for (int64_t i = 0; i < rows[0].extent; ++i)
        PR_ROLLED
        for (int64_t j = 0; j < rows[1].extent; ++j) {
            const T* x = a + i * rows[0].a + j * rows[1].a;
            T* z = c + i * rows[0].other + j * rows[1].other;
            if (rows[2].extent >= M) strided_rows<ONCE, M, W, V>(x, rows[2], b, terms, z);
            else strided_rows<ONCE, 1, W, V>(x, rows[2], b, terms, z);
        }
}

// Whether a product is wanted here: its rows are lines, and either it is large, or `in_order`, the order of its terms, is the one here too.
template <class T> bool in_lines(const int64_t n, const bool large, const bool in_order) { return n * int64_t(sizeof(T)) >= 32 && (large || in_order); }

// N: n where the program knows it, else 0; what it rules out is not compiled. Products that are not large have no lines in pairs: fewer kinds.
template <bool ONCE, int64_t N, class T> void strided_lines(int64_t n, const Turn (&rows)[3], const Turn (&terms)[3], const T* a, const T* b, T* c) {
    int64_t from = 0;
#if defined(__AVX512F__)
    constexpr int64_t length = 64 / sizeof(T);
#else
    constexpr int64_t length = 32 / sizeof(T);
#endif
    constexpr int64_t half = 32 / sizeof(T), pair = ONCE ? 2 * length : length;
    using V = lanes_of<T, length * sizeof(T)>;
    if constexpr (ONCE && (N == 0 || N >= pair)) {
        PR_ROLLED
        for (; from + pair <= n; from += pair) strided_strip<ONCE, 2, V>(a, rows, b + from, terms, c + from);
    }
    if constexpr (N == 0 || (N >= length && (!ONCE || N % pair))) {
        PR_ROLLED
        for (; from < n && n >= length; from += length) {
            const int64_t at = size_min(from, n - length);
            strided_strip<ONCE, 1, V>(a, rows, b + at, terms, c + at);
        }
    }
    if constexpr (length > half && (N == 0 || N < length)) {
        PR_ROLLED
        for (; from < n; from += half) {
            const int64_t at = size_min(from, n - half);
            strided_strip<ONCE, 1, lanes_of<T, 32>>(a, rows, b + at, terms, c + at);
        }
    }
}

template <int64_t N, class T> void strided_product(const bool large, int64_t n, Turn (&rows)[3], Turn (&terms)[3], const T* a, const T* b, T* c) {
    PR_ROLLED
    for (Turn& t : rows)  // the longest last
        if (t.extent > rows[2].extent) std::swap(t, rows[2]);
    if (large) strided_lines<true, N>(n, rows, terms, a, b, c);
    else strided_lines<false, N>(n, rows, terms, a, b, c);
}

}  // namespace pr

// Products of a matrix and a few columns, or of few rows and few columns with many terms. Libraries copy matrices into tiles before they multiply,
// which takes longer than to read them once.
#pragma once

#include "precis_operands.hpp"

namespace pr {

constexpr int64_t NARROW = 8;               // columns up to which no tiles are wanted
constexpr int64_t BEYOND = int64_t(1) << 21;  // bytes: smaller matrices stay in the second cache, where tiles cost little

// R rows times C columns, each along its neighbours, in lanes of 64 bytes.
template <int R, int C, class T> PR_CALLED void narrow_block(const T* a, int64_t step, const T* b, int64_t k, T* out, int64_t down, int64_t right) {
    typedef T line __attribute__((vector_size(64)));
    constexpr int64_t length = sizeof(line) / sizeof(T);
    line sums[R][C] = {};
    T lanes[R][C][length];
    int64_t p = 0;
    PR_ROLLED
    for (; p + length <= k; p += length)
#pragma GCC unroll 4
        for (int r = 0; r < R; ++r) {
            line x, y;
            std::memcpy(&x, a + r * step + p, sizeof x);
#pragma GCC unroll 4
            for (int c = 0; c < C; ++c) {
                std::memcpy(&y, b + c * k + p, sizeof y);
                sums[r][c] += x * y;
            }
        }
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
        for (int c = 0; c < C; ++c) std::memcpy(lanes[r][c], &sums[r][c], sizeof(line));
    PR_ROLLED
    for (int r = 0; r < R; ++r)
        PR_ROLLED
        for (int c = 0; c < C; ++c) {
            T total = 0;
            PR_ROLLED
            for (int64_t q = p; q < k; ++q) {
                total += a[r * step + q] * b[c * k + q];
                PR_ONE_BY_ONE(total);
            }
            PR_ROLLED
            for (int64_t v = 0; v < length; ++v) {
                total += lanes[r][c][v];
                PR_ONE_BY_ONE(total);
            }
            out[r * down + c * right] = total;
        }
}

// out[i * down + j * right] = sum over p of a[i * step + p] b[j * k + p] for m rows and n columns. What is left of the rows begins sooner, so that
// some are computed twice, to the same numbers: one kind of block less to compile.
template <class T> void narrow(const T* a, int64_t step, const T* b, int64_t m, int64_t n, int64_t k, T* out, int64_t down, int64_t right) {
    if (m < 4) {
        PR_ROLLED
        for (int64_t i = 0; i < m; ++i)
            PR_ROLLED
            for (int64_t c = 0; c < n; ++c) narrow_block<1, 1>(a + i * step, step, b + c * k, k, out + i * down + c * right, down, right);
        return;
    }
    PR_ROLLED
    for (int64_t i = 0; i < m; i += 4) {
        const int64_t from = size_min(i, m - 4);
        int64_t c = 0;
        PR_ROLLED
        for (; c + 4 <= n; c += 4) narrow_block<4, 4>(a + from * step, step, b + c * k, k, out + from * down + c * right, down, right);
        PR_ROLLED
        for (; c < n; ++c) narrow_block<4, 1>(a + from * step, step, b + c * k, k, out + from * down + c * right, down, right);
    }
}

// C = A B where A has few rows, or B few columns, and sums run along the neighbours of the other one, which is beyond the caches; else false.
template <class T> bool narrow_product(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    const bool turned = n > NARROW;  // C' = B' A'
    if (turned) {
        std::swap(a, b);
        std::swap(m, n);
        a.transposed = !a.transposed;
        b.transposed = !b.transposed;
    }
    if (n > NARROW || k < 64 || a.transposed || m * k * int64_t(sizeof(T)) < BEYOND) return false;
    Memory<T> columns(n * k);
    for (int64_t j = 0; j < n; ++j)
        PR_ROLLED
        for (int64_t p = 0; p < k; ++p) columns.data[j * k + p] = b.start[b.transposed ? j * b.step + p : p * b.step + j];
    const bool down = turned == c.transposed;  // whether the rows of what is computed lie a step apart
    narrow(a.start, a.step, columns.data, m, n, k, const_cast<T*>(c.start), down ? c.step : 1, down ? 1 : c.step);
    return true;
}

// M rows times one line of columns, both of which run through memory beside each other, `a_step` and `b_step` apart from one term to the next:
// sums of CHUNK_OF_TERMS terms are added up. What stands behind the rows and columns that are wanted is computed along with them.
constexpr int64_t CHUNK_OF_TERMS = 256;
template <int M, class T> PR_CALLED void tall(const T* a, int64_t a_step, const T* b, int64_t b_step, int64_t k, T (&out)[NARROW][64 / sizeof(T)]) {
    typedef T line __attribute__((vector_size(64)));
    line total[M] = {};
    for (int64_t from = 0; from < k; from += CHUNK_OF_TERMS) {
        line sums[M] = {};
        for (int64_t p = from; p < size_min(k, from + CHUNK_OF_TERMS); ++p) {
            line y;
            std::memcpy(&y, b + p * b_step, sizeof y);
#pragma GCC unroll 8
            for (int r = 0; r < M; ++r) sums[r] += a[p * a_step + r] * y;
        }
#pragma GCC unroll 8
        for (int r = 0; r < M; ++r) total[r] += sums[r];
    }
#pragma GCC unroll 8
    for (int r = 0; r < M; ++r) std::memcpy(out[r], &total[r], sizeof total[r]);
}

// C = A B of few rows and few columns and many terms, where both matrices have those of one term beside each other; else false. The last terms,
// behind which no whole line can be read, are added one by one.
template <class T> bool tall_product(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    constexpr int64_t length = 64 / sizeof(T);
    if (m > NARROW || n > NARROW || m * n < 9 || k < CHUNK_OF_TERMS || !a.transposed || b.transposed || a.step < m || b.step < n) return false;
    const int64_t rows = m > 4 ? NARROW : 4, last = k - 2 - size_max((rows - m) / a.step, (length - n) / b.step);
    T sums[NARROW][length];
    if (rows == 4) tall<4>(a.start, a.step, b.start, b.step, last, sums);
    else tall<NARROW>(a.start, a.step, b.start, b.step, last, sums);
    PR_ROLLED
    for (int64_t i = 0; i < m; ++i)
        PR_ROLLED
        for (int64_t j = 0; j < n; ++j) {
            T total = sums[i][j];
            PR_ROLLED
            for (int64_t p = last; p < k; ++p) {
                total += a.start[p * a.step + i] * b.start[p * b.step + j];
                PR_ONE_BY_ONE(total);
            }
            const_cast<T*>(c.start)[c.transposed ? j * c.step + i : i * c.step + j] = total;
        }
    return true;
}

// R rows of a product of complex numbers by BYTES of columns, whose parts lie apart in rows of `step`: four sums for each element, in the order of
// the terms.
template <int R, int BYTES, class T>
inline void rows_of_pairs(const pair<T>* a, int64_t row, int64_t next, const T* re, const T* im, int64_t step, int64_t k, T (*out)[2][BYTES / sizeof(T)]) {
    typedef T line __attribute__((vector_size(BYTES)));
    line sums[R][4] = {};
    for (int64_t p = 0; p < k; ++p) {
        line x, y;
        std::memcpy(&x, re + p * step, sizeof x);
        std::memcpy(&y, im + p * step, sizeof y);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const pair<T> z = a[r * row + p * next];
            sums[r][0] += z.re * x, sums[r][1] += z.im * y, sums[r][2] += z.re * y, sums[r][3] += z.im * x;
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
        const line one = sums[r][0] - sums[r][1], other = sums[r][2] + sums[r][3];
        std::memcpy(out[r][0], &one, sizeof one);
        std::memcpy(out[r][1], &other, sizeof other);
    }
}

template <int R, int BYTES, class T>
inline void block_of_pairs(Matrix<pair<T>> a, const T* re, const T* im, int64_t step, int64_t i, int64_t n, int64_t k, Matrix<pair<T>> c) {
    constexpr int64_t length = BYTES / sizeof(T);
    const int64_t row = a.transposed ? 1 : a.step, next = a.transposed ? a.step : 1;
    for (int64_t j = 0; j < n; j += length) {
        T sums[R][2][length];
        rows_of_pairs<R, BYTES>(a.start + i * row, row, next, re + j, im + j, step, k, sums);
        for (int r = 0; r < R; ++r) {
            pair<T>* const to = const_cast<pair<T>*>(c.start) + (i + r) * c.step + j;
            for (int64_t v = 0; v < size_min(length, n - j); ++v) to[v].re = sums[r][0][v], to[v].im = sums[r][1][v];
        }
    }
}

template <int BYTES, class T> inline void lines_of_pairs(int64_t m, int64_t n, int64_t k, Matrix<pair<T>> a, Matrix<pair<T>> b, Matrix<pair<T>> c) {
    constexpr int64_t length = BYTES / sizeof(T), few = 1024;
    const int64_t step = (n + length - 1) / length * length, size = k * step;
    T near[2 * few];
    Memory<T> memory(size > few ? 2 * size : 0);
    T *const re = size > few ? memory.data : near, *const im = re + size;
    const int64_t row = b.transposed ? 1 : b.step, next = b.transposed ? b.step : 1;
    for (int64_t p = 0; p < k; ++p) {
        for (int64_t j = 0; j < n; ++j) re[p * step + j] = b.start[p * row + j * next].re, im[p * step + j] = b.start[p * row + j * next].im;
        for (int64_t j = n; j < step; ++j) re[p * step + j] = 0, im[p * step + j] = 0;
    }
    constexpr int several = sizeof(T) > 4 ? 1 : 4;
    PR_SHARED(20 * m * n * k, i, 0, m, several) {
        if (i + several <= m) block_of_pairs<several, BYTES>(a, re, im, step, i, n, k, c);
        else for (int64_t r = i; r < m; ++r) block_of_pairs<1, BYTES>(a, re, im, step, r, n, k, c);
    } PR_JOINED
}

// C = A B of complex numbers for what takes less time than a call, or where there is no library. Lines are of 32 bytes where rows of C are no
// longer, else of 64; only tiny products of doubles come here, and one kind of lines is compiled sooner.
template <class T> PR_CALLED void product_of_pairs(int64_t m, int64_t n, int64_t k, Matrix<pair<T>> a, Matrix<pair<T>> b, Matrix<pair<T>> c) {
    if (sizeof(T) > 4 || n * sizeof(T) <= 32) lines_of_pairs<32>(m, n, k, a, b, c);
    else if constexpr (sizeof(T) <= 4) lines_of_pairs<64>(m, n, k, a, b, c);
}

}  // namespace pr

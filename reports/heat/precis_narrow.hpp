// Products of a matrix and a few columns. Libraries copy the matrix into tiles before they multiply, which takes longer than to read it once.
#pragma once

namespace pr {

constexpr int64_t NARROW = 8;               // columns up to which no tiles are wanted
constexpr int64_t BEYOND = int64_t(1) << 21;  // bytes: smaller matrices stay in the second cache, where tiles cost little

// R rows times C columns, each along its neighbours, in lanes of 64 bytes.
template <int R, int C, class T> inline void narrow_block(const T* a, int64_t step, const T* b, int64_t k, T* out, int64_t down, int64_t right) {
    typedef T line __attribute__((vector_size(64)));
    constexpr int64_t length = sizeof(line) / sizeof(T);
    line sums[R][C] = {};
    T rest[R][C] = {};
    int64_t p = 0;
    for (; p + length <= k; p += length)
        for (int r = 0; r < R; ++r) {
            line x, y;
            std::memcpy(&x, a + r * step + p, sizeof x);
            for (int c = 0; c < C; ++c) {
                std::memcpy(&y, b + c * k + p, sizeof y);
                sums[r][c] += x * y;
            }
        }
    for (; p < k; ++p)
        for (int r = 0; r < R; ++r)
            for (int c = 0; c < C; ++c) rest[r][c] += a[r * step + p] * b[c * k + p];
    for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) {
            T total = rest[r][c];
            for (int64_t v = 0; v < length; ++v) total += sums[r][c][v];
            out[r * down + c * right] = total;
        }
}

template <int R, class T> inline void narrow_rows(const T* a, int64_t step, const T* b, int64_t n, int64_t k, T* out, int64_t down, int64_t right) {
    int64_t c = 0;
    for (; c + 4 <= n; c += 4) narrow_block<R, 4>(a, step, b + c * k, k, out + c * right, down, right);
    for (; c < n; ++c) narrow_block<R, 1>(a, step, b + c * k, k, out + c * right, down, right);
}

// out[i * down + j * right] = sum over p of a[i * step + p] b[j * k + p] for m rows and n columns.
template <class T> void narrow(const T* a, int64_t step, const T* b, int64_t m, int64_t n, int64_t k, T* out, int64_t down, int64_t right) {
    int64_t i = 0;
    for (; i + 4 <= m; i += 4) narrow_rows<4>(a + i * step, step, b, n, k, out + i * down, down, right);
    for (; i < m; ++i) narrow_rows<1>(a + i * step, step, b, n, k, out + i * down, down, right);
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
        for (int64_t p = 0; p < k; ++p) columns.data[j * k + p] = b.start[b.transposed ? j * b.step + p : p * b.step + j];
    const bool down = turned == c.transposed;  // whether the rows of what is computed lie a step apart
    narrow(a.start, a.step, columns.data, m, n, k, const_cast<T*>(c.start), down ? c.step : 1, down ? 1 : c.step);
    return true;
}

}  // namespace pr

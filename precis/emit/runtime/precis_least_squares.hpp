// Least squares: by LAPACK's singular values, or where columns are few and clearly independent from the normal equations, whose solution
// is corrected from what it leaves. In binary64.
#pragma once

#include "precis_lapack.hpp"

namespace pr {

constexpr int64_t FEW_COLUMNS = 64;  // beyond, LAPACK's own time is that of its products

// Sides that are all 0, or whose products with a matrix neither vanish nor overflow: false with NaN, too.
inline bool in_reach(double size) { return size == 0.0 || (size >= 0x1p-400 && size <= 0x1p400); }

// c (m, n) = a (m, k) b (k, n)
inline void multiplied(void* gemm, int64_t m, int64_t n, int64_t k, Matrix<double> a, Matrix<double> b, double* c) {
    if (worthwhile(gemm, m, n, k)) product<double>(gemm, m, n, k, a, b, {c, n, false});
    else product_by_loops<double>(m, n, k, a, b, {c, n, false});
}

// The normal equations of a full matrix a (m, n), solved with the inverse of a' a.
struct Normal {
    void *gemm, *syrk;
    int64_t m, n, k;
    const double* a;
    Memory<double> memory;
    double *gram, *inverse, *left, *sides, *step;
    Normal(void* gemm, void* syrk, int64_t m, int64_t n, int64_t k, const double* a)
        : gemm(gemm), syrk(syrk), m(m), n(n), k(k), a(a), memory(2 * n * n + m * k + 2 * n * k) {
        gram = memory.data, inverse = gram + n * n, left = inverse + n * n, sides = left + m * k, step = sides + n * k;
    }

    // gram = R with R' R = a' a, in its upper triangle; whether there is one
    PR_CALLED bool factored() {
        for (int64_t j = 0; j < n; ++j) {
            double* row = gram + j * n;
            if (!(row[j] > 0.0)) return false;
            const double by = 1.0 / PR_BUILTIN(sqrt)(row[j]);
            for (int64_t c = j; c < n; ++c) row[c] *= by;
            for (int64_t i = j + 1; i < n; ++i)
                for (int64_t c = i; c < n; ++c) gram[i * n + c] -= row[i] * row[c];
        }
        return true;
    }
    // inverse = 1 / R, in its upper triangle, 0 below
    PR_CALLED void inverted() {
        for (int64_t i = n - 1; i >= 0; --i) {
            double* row = inverse + i * n;
            for (int64_t c = 0; c < n; ++c) row[c] = c == i ? 1.0 : 0.0;
            for (int64_t j = i + 1; j < n; ++j)
                for (int64_t c = j; c < n; ++c) row[c] -= gram[i * n + j] * inverse[j * n + c];
            for (int64_t c = i; c < n; ++c) row[c] /= gram[i * n + i];
        }
    }
    PR_CALLED double squares(const double* triangle) const {
        double sum = 0.0;
        for (int64_t i = 0; i < n; ++i)
            for (int64_t c = i; c < n; ++c) sum += triangle[i * n + c] * triangle[i * n + c];
        return sum;
    }
    // How many corrections make errors as small as those of orthogonal factors: each makes them smaller by the square of the condition (bounded by
    // Frobenius' norms) times the errors that products and factors make; -1 where these equations do not serve, or singular values may be cut.
    PR_CALLED int corrections(double cut) {
        const Matrix<double> rows{a, n, true}, columns{a, n, false};
        if (worthwhile(syrk, n, n, m, 200000.0)) pr::gram<double>(syrk, n, n, m, rows, columns, {gram, n, false});
        else multiplied(gemm, n, n, m, rows, columns, gram);
        if (!factored()) return -1;
        inverted();
        const double size = squares(gram), condition = size * squares(inverse), error = condition * double(m + n) * 0x1p-53;
        if (!(size >= 0x1p-800 && size <= 0x1p800 && condition * cut * cut < 0.25)) return -1;
        return error <= 0x1p-27 ? 1 : error <= 0x1p-18 ? 2 : -1;
    }
    // gram = 1 / (a' a)
    PR_CALLED void both() { multiplied(nullptr, n, n, n, {inverse, n, false}, {inverse, n, true}, gram); }
    // step = solution for the sides `of`
    PR_CALLED void solved(const double* of) {
        multiplied(gemm, n, k, m, {a, n, true}, {of, k, false}, sides);
        multiplied(nullptr, n, k, n, {gram, n, false}, {sides, k, false}, step);
    }
    PR_CALLED bool reached(const double* b) const {
        double size = 0.0, least = 1.0;
        for (int64_t r = 0; r < m * k; ++r) {
            const double of = b[r] < 0.0 ? -b[r] : b[r];
            size += of, least = of > 0.0 && of < least ? of : least;
        }
        return in_reach(size) && least >= 0x1p-400;
    }
    // x where that many corrections serve; false: not these equations
    PR_CALLED bool operator()(double cut, const double* b, double* x) {
        if (!reached(b)) return false;
        int turns = corrections(cut);
        if (turns < 0) return false;
        both(), solved(b);
        std::memcpy(x, step, size_t(n * k) * sizeof(double));
        for (; turns > 0; --turns) {
            multiplied(gemm, m, k, n, {a, n, false}, {x, k, false}, left);
            for (int64_t r = 0; r < m * k; ++r) left[r] = b[r] - left[r];
            solved(left);
            for (int64_t r = 0; r < n * k; ++r) x[r] += step[r];
        }
        return true;
    }
};

// x of least norm with least |a x - b|; singular values below `cut` times the largest count as zero (negative: u max(m, n) of binary64)
template <class T> void least_squares(void* gelsd, int64_t batch, int64_t m, int64_t n, int64_t k, double cut, const T* a, const T* b, T* x) {
    if (m * n * k == 0) {
        for (int64_t j = 0; j < batch * n * k; ++j) x[j] = T(0);
        return;
    }
    const int64_t query = -1, rows = size_max(m, n), least = size_min(m, n);
    if (cut < 0.0) cut = std::numeric_limits<double>::epsilon() * double(rows);
    Memory<double> matrix(m * n), sides(rows * k), values(least), found(n * k);
    double best = 0.0;
    int64_t whole = 0, rank = 0;
    Info info;
    fortran(gelsd, &m, &n, &k, matrix.data, &m, sides.data, &rows, values.data, &cut, &rank, &best, &query, &whole, (int64_t*)info);
    int64_t size = size_max(1, int64_t(best));
    Memory<double> work(size);
    Memory<int64_t> whole_work(size_max(1, int32_t(whole)));
    for (int64_t q = 0; q < batch; ++q, a += m * n, b += m * k, x += n * k) {
        turned(a, matrix.data, m, n);
        for (int64_t c = 0; c < k; ++c)
            for (int64_t r = 0; r < rows; ++r) sides.data[c * rows + r] = r < m ? double(b[r * k + c]) : 0.0;
        fortran(gelsd, &m, &n, &k, matrix.data, &m, sides.data, &rows, values.data, &cut, &rank, work.data, &size, whole_work.data, (int64_t*)info);
        if (info.failed()) {
            no_result(x, n * k);
            continue;
        }
        for (int64_t r = 0; r < n; ++r)
            for (int64_t c = 0; c < k; ++c) x[r * k + c] = T(sides.data[c * rows + r]);
    }
}

template <class T>
void lstsq(void* gelsd, void* gemm, void* syrk, int64_t batch, int64_t m, int64_t n, int64_t k, double cut, const T* a, const T* b, T* x) {
    if constexpr (std::is_same_v<T, double>)
        if (n > 0 && k > 0 && n <= FEW_COLUMNS && n <= m) {
            const double least = cut < 0.0 ? std::numeric_limits<double>::epsilon() * double(m) : cut;
            for (int64_t q = 0; q < batch; ++q, a += m * n, b += m * k, x += n * k)
                if (!Normal(gemm, syrk, m, n, k, a)(least, b, x)) least_squares(gelsd, 1, m, n, k, cut, a, b, x);
            return;
        }
    least_squares(gelsd, batch, m, n, k, cut, a, b, x);
}

}  // namespace pr

// Systems with one matrix, one after the other: the first leaves its factors, others are solved from these. Operations, and their order for each
// number, are those of systems solved by themselves, and so are the bits. In binary64.
#pragma once

#include "precis_lapack.hpp"

namespace pr {

// Of each matrix n rows of factors, places of pivots, and whether they are there; of eight matrices side by side the same in vectors.
PR_INLINE int64_t factors_of(int64_t n) { return n * n + n + 1; }

// Factors of one matrix in columns: an upper triangle, and below it how often a row was subtracted, as the rows lay then.
struct Kept : Untold {
    double *columns, *places;
    int64_t n;
    Kept(double* factors, int64_t n) : columns(factors), places(factors + n * n), n(n) {}
    PR_INLINE void exchanged(int64_t j, int64_t p) const { places[j] = double(p); }
    PR_INLINE void subtracted(int64_t i, int64_t j, double f) const { columns[j * n + i] = f; }
    PR_INLINE void triangle(Table<double> w) const {
        for (int64_t i = 0; i < n; ++i)
            for (int64_t j = i; j < n; ++j) columns[j * n + i] = w.row(i).at(j);
    }
    // k sides in rows: y becomes x
    PR_CALLED void solve(double* y, int64_t k) const {
        for (int64_t j = 0; j < n; ++j) {
            const int64_t p = int64_t(places[j]);
            for (int64_t c = 0; p != j && c < k; ++c) std::swap(y[j * k + c], y[p * k + c]);
            subtract(y, k, j, j + 1, n);
        }
        for (int64_t j = n - 1; j >= 0; --j) {
            for (int64_t c = 0; c < k; ++c) y[j * k + c] /= columns[j * n + j];
            subtract(y, k, j, 0, j);
        }
    }
    // row j from others, as often as column j says
    PR_INLINE void subtract(double* y, int64_t k, int64_t j, int64_t from, int64_t end) const {
        const double *f = columns + j * n, *row = y + j * k;
        if (k == 1) {
            const double x = *row;
            PR_INDEPENDENT
            for (int64_t i = from; i < end; ++i) y[i] -= f[i] * x;
            return;
        }
        for (int64_t i = from; i < end; ++i) {
            double* const other = y + i * k;
            PR_INDEPENDENT
            for (int64_t c = 0; c < k; ++c) other[c] -= f[i] * row[c];
        }
    }
};

inline void solve_large(void* gesv, void* getrs, int64_t n, int64_t k, const double* a, const double* b, double* x, double* factors, bool first) {
    Memory<double> sides(n * k);
    int64_t* const pivots = reinterpret_cast<int64_t*>(factors + n * n);
    double& there = factors[n * n + n];
    Info info;
    turned(b, sides.data, n, k);
    if (first) {
        turned(a, factors, n, n);
        fortran(gesv, &n, &k, factors, &n, pivots, sides.data, &n, (int64_t*)info);
        there = info.failed() ? 0.0 : 1.0;
    } else if (there == 1.0) {
        fortran(getrs, "N", &n, &k, factors, &n, pivots, sides.data, &n, (int64_t*)info, LETTER);
    }
    if (there == 1.0) turned(sides.data, x, k, n);
    else no_result(x, n * k);
}

inline void solve_small(void* gesv, int64_t n, int64_t k, const double* a, const double* b, double* x, double* factors, bool first) {
    const Kept kept(factors, n);
    double& there = factors[n * n + n];
    if (first) {
        const int64_t width = vectors_of(n) + vectors_of(k);
        Memory<Eight> rows(n * width);
        const Table<double> w{rows.data, width, n};
        there = solved<double>(w, k, a, b, x, kept) ? 1.0 : 0.0;
        if (there == 1.0) return kept.triangle(w);
    }
    if (there == 0.0) return solve_by_library(gesv, n, k, a, b, x);
    if (x != b) std::memcpy(x, b, size_t(n * k) * sizeof(double));
    kept.solve(x, k);
}

inline void solve_beside(void* gesv, int64_t n, int64_t k, int64_t some, const double* a, const double* b, double* x, Eight* factors, Eight* sides,
                         bool first) {
    double& there = *reinterpret_cast<double*>(factors + n * n + n);
    if (first) {
        there = solved_beside(factors, sides, n, k, some, a, b, x) ? 1.0 : 0.0;
        if (there == 1.0) return;
    }
    if (there == 0.0) return solve(gesv, some, n, k, a, b, x);
    beside(sides, b, n * k, some);
    forward(factors, factors + n * n, sides, n, k);
    backward(factors, sides, n, k, some, x);
}

// x with a x = b; a (n, n), b (n, k). `kept` begins with whether there are factors of these matrices, and has room for those.
inline void solve(void* gesv, void* getrs, int64_t batch, int64_t n, int64_t k, const double* a, const double* b, double* x, double* kept) {
    if (n * k == 0) return;
    const bool first = kept[0] == 0.0;
    kept[0] = 1.0, kept += WIDE;
    Memory<Eight> sides(n * k);
    for (int64_t some; batch > 0; batch -= some, a += some * n * n, b += some * n * k, x += some * n * k) {
        some = size_min(batch, WIDE);
        if (side_by_side(n, 1, some)) {
            solve_beside(gesv, n, k, some, a, b, x, reinterpret_cast<Eight*>(kept), sides.data, first);
            kept += WIDE * factors_of(n);
            continue;
        }
        some = 1;
        if (n <= BY_OURSELVES) solve_small(gesv, n, k, a, b, x, kept, first);
        else solve_large(gesv, getrs, n, k, a, b, x, kept, first);
        kept += factors_of(n);
    }
}

}  // namespace pr

// Small systems of a stack, eight side by side: a vector has one element of each. Operations and pivots of every system are those of
// precis_elimination.hpp, and so are the bits of what comes out.
#pragma once

#include "precis_elimination.hpp"

namespace pr {

typedef decltype(Eight() < Eight()) Truths;

// Whether `some` systems of order n with k sides, at most eight, take less time so: eight lie in the first cache, and lanes that are left
// cost as much as others.
PR_INLINE bool side_by_side(int64_t n, int64_t k, int64_t some) { return some > 2 && n * (n + k) <= (some < WIDE ? 128 : 512); }

PR_INLINE Eight size_of(Eight x) { return x < 0.0 ? -x : x; }
PR_INLINE bool any(Truths t) {
    long long found = 0;
    for (int64_t l = 0; l < WIDE; ++l) found |= t[l];
    return found != 0;
}
PR_INLINE bool usable(Eight size) { return !any(~((size > 0.0) & (size <= std::numeric_limits<double>::max()))); }

// Eight vectors, to element l of vector c from element c of vector l.
PR_INLINE void transposed(Eight* v) {
    const auto each = [&](int64_t apart, const Truths low, const Truths high) PR_BODY {
        for (int64_t l = 0; l < WIDE; ++l) {
            if (l & apart) continue;
            const Eight x = v[l], y = v[l + apart];
            v[l] = __builtin_shuffle(x, y, low), v[l + apart] = __builtin_shuffle(x, y, high);
        }
    };
    each(1, Truths{0, 8, 2, 10, 4, 12, 6, 14}, Truths{1, 9, 3, 11, 5, 13, 7, 15});
    each(2, Truths{0, 1, 8, 9, 4, 5, 12, 13}, Truths{2, 3, 10, 11, 6, 7, 14, 15});
    each(4, Truths{0, 1, 2, 3, 8, 9, 10, 11}, Truths{4, 5, 6, 7, 12, 13, 14, 15});
}

// `count` elements of each of `some` arrays that lie one behind the other to vectors; those of the last one again in the lanes that are left.
template <class T> PR_INLINE void beside(Eight* w, const T* x, int64_t count, int64_t some) {
    int64_t c = 0;
    PR_ROLLED
    for (; c + WIDE <= count; c += WIDE) {
        Eight v[WIDE];
        for (int64_t l = 0; l < WIDE; ++l) {
            const T* from = x + size_min(l, some - 1) * count + c;
            if constexpr (sizeof(T) == sizeof(double)) memcpy(&v[l], from, sizeof v[l]);
            else v[l] = Eight{double(from[0]), double(from[1]), double(from[2]), double(from[3]), double(from[4]), double(from[5]), double(from[6]), double(from[7])};
        }
        transposed(v);
        for (int64_t l = 0; l < WIDE; ++l) w[c + l] = v[l];
    }
    for (; c < count; ++c)
        for (int64_t l = 0; l < WIDE; ++l) w[c][l] = double(x[size_min(l, some - 1) * count + c]);
}

// What is subtracted f times from a row of a table, column by column.
PR_INLINE void subtracted(Eight* from, Eight f, const Eight* row, int64_t first, int64_t count) {
    PR_ROLLED
    for (int64_t c = first; c < count; ++c) from[c] -= f * row[c];
}
PR_INLINE void swapped(Eight* x, Eight* y, Truths where, int64_t first, int64_t count) {
    PR_ROLLED
    for (int64_t c = first; c < count; ++c) {
        const Eight upper = x[c], lower = y[c];
        x[c] = where ? lower : upper, y[c] = where ? upper : lower;
    }
}

// Row j of a table of n rows changes places with those that `place` says, in columns `first` to `end` of `count`.
PR_INLINE void exchanged(Eight* x, int64_t n, int64_t count, int64_t j, Eight place, int64_t first, int64_t end) {
    PR_ROLLED
    for (int64_t i = j + 1; i < n; ++i) {
        const Truths here = place == Eight{} + double(i);
        if (any(here)) swapped(x + j * count, x + i * count, here, first, end);
    }
}
PR_INLINE bool elsewhere(Eight place, int64_t j) { return any(place != Eight{} + double(j)); }

// The row with the greatest of column j from its diagonal on, system by system. False where that is 0 or no number.
PR_INLINE bool found_pivot(const Eight* a, int64_t n, int64_t j, Eight& place) {
    Eight most = size_of(a[j * n + j]);
    place = Eight{} + double(j);
    PR_ROLLED
    for (int64_t i = j + 1; i < n; ++i) {
        const Eight size = size_of(a[i * n + j]);
        const Truths more = size > most;
        most = more ? size : most, place = more ? Eight{} + double(i) : place;
    }
    return usable(most);
}

// Eight matrices to their factors: an upper triangle, and below it how often a row was subtracted, as the rows lay then. The sides b, k of
// each, go along. False as above.
PR_INLINE bool factorised(Eight* a, Eight* places, Eight* b, int64_t n, int64_t k) {
    for (int64_t j = 0; j < n; ++j) {
        if (!found_pivot(a, n, j, places[j])) return false;
        if (elsewhere(places[j], j)) exchanged(a, n, n, j, places[j], j, n), exchanged(b, n, k, j, places[j], 0, k);
        PR_ROLLED
        for (int64_t i = j + 1; i < n; ++i) {
            const Eight f = a[i * n + j] / a[j * n + j];
            a[i * n + j] = f;
            subtracted(a + i * n, f, a + j * n, j + 1, n), subtracted(b + i * k, f, b + j * k, 0, k);
        }
    }
    return true;
}

// Other sides as they would have gone along.
PR_INLINE void forward(const Eight* a, const Eight* places, Eight* b, int64_t n, int64_t k) {
    for (int64_t j = 0; j < n; ++j) {
        if (elsewhere(places[j], j)) exchanged(b, n, k, j, places[j], 0, k);
        PR_ROLLED
        for (int64_t i = j + 1; i < n; ++i) subtracted(b + i * k, a[i * n + j], b + j * k, 0, k);
    }
}
template <class X> PR_INLINE void backward(const Eight* a, Eight* b, int64_t n, int64_t k, int64_t some, X* x) {
    for (int64_t i = n - 1; i >= 0; --i) {
        PR_ROLLED
        for (int64_t c = 0; c < k; ++c) {
            const Eight found = b[i * k + c] / a[i * n + i];
            PR_ROLLED
            for (int64_t r = 0; r < i; ++r) b[r * k + c] -= a[r * n + i] * found;
            for (int64_t l = 0; l < some; ++l) x[(l * n + i) * k + c] = X(found[l]);
        }
    }
}

// x with m x = s for `some` systems of order n with k sides, at most eight, whose factors, and places of pivots behind them, are left in a; `w`
// has room for the sides. False as above, where x is left as it is.
template <class M, class S, class X>
PR_CALLED bool solved_beside(Eight* a, Eight* w, int64_t n, int64_t k, int64_t some, const M* m, const S* s, X* x) {
    beside(a, m, n * n, some), beside(w, s, n * k, some);
    if (!factorised(a, a + n * n, w, n, k)) return false;
    backward(a, w, n, k, some, x);
    return true;
}

#if defined(PR_SOLVERS_APART)  // `extern` where these are compiled already (precis.emit.cpu.apart), nothing where they are compiled for others
PR_SOLVERS_APART template bool eliminated<double, Untold>(Table<double>, int64_t, Untold);
PR_SOLVERS_APART template bool eliminated<double, Repeated<double>>(Table<double>, int64_t, Repeated<double>);
PR_SOLVERS_APART template bool solved<double, double*, double*, double*, Untold>(Table<double>, int64_t, double*, double*, double*, Untold);
PR_SOLVERS_APART template bool solved_in_blocks<double, double*, double*, double*>(int64_t, int64_t, double*, double*, double*);
PR_SOLVERS_APART template bool solved_beside<double, double, double>(Eight*, Eight*, int64_t, int64_t, int64_t, const double*, const double*, double*);
#endif

}  // namespace pr

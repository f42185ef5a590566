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

// Element c of matrix l lies at x[l * apart + c]; of `some` systems, the last one again in the lanes that are left.
template <class T> PR_INLINE void beside(Eight* w, int64_t width, const T* x, int64_t rows, int64_t columns, int64_t some) {
    double* to = reinterpret_cast<double*>(w);
    for (int64_t l = 0; l < WIDE; ++l) {
        const T* from = x + size_min(l, some - 1) * rows * columns;
        for (int64_t i = 0; i < rows; ++i) {
            PR_ROLLED
            for (int64_t c = 0; c < columns; ++c) to[(i * width + c) * WIDE + l] = double(from[i * columns + c]);
        }
    }
}

// The greatest of column j below its diagonal goes there, system by system. False where a pivot is 0 or no number.
PR_INLINE bool exchanged(Eight* w, int64_t n, int64_t width, int64_t j) {
    Eight most = size_of(w[j * width + j]);
    Truths place = Truths{} + (long long)j;
    PR_ROLLED
    for (int64_t i = j + 1; i < n; ++i) {
        const Eight size = size_of(w[i * width + j]);
        const Truths more = size > most;
        most = more ? size : most, place = more ? Truths{} + (long long)i : place;
    }
    if (!usable(most)) return false;
    if (!any(place != Truths{} + (long long)j)) return true;
    PR_ROLLED
    for (int64_t i = j + 1; i < n; ++i) {
        const Truths here = place == Truths{} + (long long)i;
        if (!any(here)) continue;
        PR_ROLLED
        for (int64_t c = j; c < width; ++c) {
            const Eight upper = w[j * width + c], lower = w[i * width + c];
            w[j * width + c] = here ? lower : upper, w[i * width + c] = here ? upper : lower;
        }
    }
    return true;
}

// x with a x = b for `some` systems of order n with k sides, at most eight, in w; false as above, where x is left as it is.
template <class A, class B, class X> PR_CALLED bool solved_beside(Eight* w, int64_t n, int64_t k, int64_t some, const A* a, const B* b, X* x) {
    const int64_t width = n + k;
    beside(w, width, a, n, n, some), beside(w + n, width, b, n, k, some);
    for (int64_t j = 0; j < n; ++j) {
        if (!exchanged(w, n, width, j)) return false;
        const Eight* top = w + j * width;
        PR_ROLLED
        for (int64_t i = j + 1; i < n; ++i) {
            Eight* below = w + i * width;
            const Eight f = below[j] / top[j];
            PR_ROLLED
            for (int64_t c = j + 1; c < width; ++c) below[c] -= f * top[c];
        }
    }
    for (int64_t i = n - 1; i >= 0; --i) {
        PR_ROLLED
        for (int64_t c = n; c < width; ++c) {
            const Eight found = w[i * width + c] / w[i * width + i];
            PR_ROLLED
            for (int64_t r = 0; r < i; ++r) w[r * width + c] -= w[r * width + i] * found;
            for (int64_t l = 0; l < some; ++l) x[(l * n + i) * k + c - n] = X(found[l]);
        }
    }
    return true;
}

}  // namespace pr

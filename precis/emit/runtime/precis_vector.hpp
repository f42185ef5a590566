// Loop bodies in explicit vectors of eight binary64 numbers, for nests that tally. A body is written once, for vectors and for the single
// numbers at the end of a row. Results do not depend on the processor.
#pragma once

#include "precis.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace pr {

typedef double vector4 __attribute__((vector_size(32)));
typedef double vector8 __attribute__((vector_size(64)));
typedef int64_t bits8 __attribute__((vector_size(64)));

PR_INLINE vector8 eight(double x) { return vector8{x, 0, 0, 0, 0, 0, 0, 0}; }
PR_INLINE vector8 eight(vector8 x) { return x; }

PR_INLINE vector8 abs(vector8 x) { return (vector8)((bits8)x & INT64_MAX); }

template <class V> struct Vector {  // what a body is written for: `width` neighbouring elements of the last axis
    static constexpr int width = sizeof(V) / sizeof(double);
    static PR_INLINE V load(const double* from) {
        V x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    static PR_INLINE V load(const double* from, int64_t step) {
        double x[width];
        for (int k = 0; k < width; ++k) x[k] = from[k * step];
        return load(x);
    }
    static PR_INLINE V all(double x) { return x - V{}; }
    static PR_INLINE V all(V x) { return x; }
    template <class X> static PR_INLINE void store(double* to, X x) {
        const V v = all(x);
        memcpy(to, &v, sizeof v);
    }
    template <class X> static PR_INLINE void store(double* to, X x, int64_t step) {
        const V v = all(x);
        for (int k = 0; k < width; ++k) to[k * step] = v[k];
    }
};
template <> struct Vector<double> {
    static constexpr int width = 1;
    static PR_INLINE double load(const double* from, int64_t = 1) { return *from; }
    static PR_INLINE void store(double* to, double x, int64_t = 1) { *to = x; }
    static PR_INLINE double all(double x) { return x; }
};

template <class F> PR_INLINE void vectors(const int64_t count, F&& body) {
    int64_t k = 0;
    for (; k + 8 <= count; k += 8) body(k, Vector<vector8>());
    for (; k < count; ++k) body(k, Vector<double>());
}

// Element by element, in loops over halves of a vector, which compilers turn into vector code themselves.
template <class F> PR_INLINE double each(F f, double x) { return f(x); }
template <class F, class V> PR_INLINE V each(F f, V x) {
    constexpr int n = sizeof(V) / sizeof(double);
    if constexpr (n == 8) {
        const vector4 low = each(f, __builtin_shufflevector(x, x, 0, 1, 2, 3)), high = each(f, __builtin_shufflevector(x, x, 4, 5, 6, 7));
        return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    } else {
        double a[n];
        memcpy(a, &x, sizeof a);
        PR_INDEPENDENT
        for (int k = 0; k < n; ++k) a[k] = f(a[k]);
        memcpy(&x, a, sizeof a);
        return x;
    }
}
template <class F, class V> PR_INLINE V each(F f, V x, V y) {
    constexpr int n = sizeof(V) / sizeof(double);
    double a[n], b[n];
    memcpy(a, &x, sizeof a), memcpy(b, &y, sizeof b);
    PR_INDEPENDENT
    for (int k = 0; k < n; ++k) a[k] = f(a[k], b[k]);
    memcpy(&x, a, sizeof a);
    return x;
}

template <class V> PR_INLINE V select(bool first, V a, V b) { return first ? a : b; }
template <class M, class V> PR_INLINE V select(M first, V a, V b) { return first ? a : b; }

// A Sum over rows, in lanes (see precis.hpp): element k of a row of `count`.
struct RowSum {
    double lane[LANES] = {};
    template <class X> PR_INLINE void add(Vector<double>, int64_t k, int64_t count, X x) { lane[count < LANES ? 0 : k % LANES] += x; }
    template <class V, class X> PR_INLINE void add(Vector<V> part, int64_t k, int64_t count, X x) {
        const V terms = part.all(x);
        if (count < LANES) {
            for (int j = 0; j < part.width; ++j) lane[0] += terms[j];
            return;
        }
        double* here = lane + k % LANES;
        part.store(here, part.load(here) + terms);
    }
    PR_INLINE double result() {
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int k = 0; k < half; ++k) lane[k] += lane[k + half];
        return lane[0];
    }
};

#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
PR_INLINE vector8 larger(vector8 x, vector8 y) { return __builtin_ia32_maxpd512_mask(x, y, y, -1, 4); }
PR_INLINE vector8 smaller(vector8 x, vector8 y) { return __builtin_ia32_minpd512_mask(x, y, y, -1, 4); }
#else
PR_INLINE vector8 larger(vector8 x, vector8 y) { return x > y ? x : y; }
PR_INLINE vector8 smaller(vector8 x, vector8 y) { return x < y ? x : y; }
#endif

// One pair of a cotangent and a weight into a row of a tally.
PR_INLINE void tally(double* row, double g, double weight) {
    const double w = abs(weight) < infinity<double>() ? weight : 0.0;  // sentinels and masks count nothing
    const double share = g * w, size = abs(w), nonzero = size == 0.0 ? infinity<double>() : size;
    const vector4 sums = Vector<vector4>::load(row) + vector4{share, abs(share), share * share, abs(g)};
    Vector<vector4>::store(row, sums);
    row[4] = size > row[4] ? size : row[4];
    row[5] = nonzero < row[5] ? nonzero : row[5];
}

// A Tally in vectors. The range of |w| leaves zeros out.
struct VectorTally {
    vector8 signed_ = {}, absolute = {}, squared = {}, adjoint = {}, largest = {}, smallest = infinity<double>() - vector8{};
    template <class V, class G, class W> PR_INLINE void add(Vector<V> part, G g, W w) { add_eight(eight(part.all(g)), eight(part.all(w))); }
    PR_INLINE void add_eight(vector8 g, vector8 weight) {
        const vector8 w = abs(weight) < infinity<double>() ? weight : vector8{};
        const vector8 share = g * w, magnitude = abs(share), size = abs(w);
        signed_ += share;
        absolute += magnitude;
        squared += share * share;
        adjoint += abs(g);
        largest = larger(size, largest);
        smallest = smaller(size == 0.0 ? infinity<double>() - vector8{} : size, smallest);
    }
    PR_INLINE void add_to(double* row) const {
        for (int k = 0; k < 8; ++k) {
            row[0] += signed_[k], row[1] += absolute[k], row[2] += squared[k], row[3] += adjoint[k];
            row[4] = largest[k] > row[4] ? largest[k] : row[4], row[5] = smallest[k] < row[5] ? smallest[k] : row[5];
        }
    }
};

}  // namespace pr

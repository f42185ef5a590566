// Loop bodies in explicit vectors of eight binary64 numbers, for nests that tally. A body is written once, for vectors and for what is
// left at the end of a row. Results do not depend on the processor.
#pragma once

#include <initializer_list>

#include "precis.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#if defined(__GNUC__)
#define PR_APART __attribute__((noinline))  // by value, and not inlined: done once per nest, and compiled once
#define PR_KNOWN(condition) (__builtin_constant_p(condition) && (condition))  // when the code is compiled
#else
#define PR_APART
#define PR_KNOWN(condition) false
#endif

namespace pr {

typedef double vector4 __attribute__((vector_size(32)));
typedef double vector8 __attribute__((vector_size(64)));
typedef int64_t bits4 __attribute__((vector_size(32)));
typedef int64_t bits8 __attribute__((vector_size(64)));  // of truth values: all bits of an element or none
typedef signed char flags8 __attribute__((vector_size(8)));  // truth values in memory: 1 or 0

PR_INLINE vector8 abs(vector8 x) { return (vector8)((bits8)x & INT64_MAX); }
PR_INLINE vector8 sign(vector8 x) {
    const vector8 zero = {}, one = 1.0 - zero;
    return x > zero ? one : x < zero ? -one : x == zero ? zero : x;
}

#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
typedef unsigned char mask8;
PR_INLINE mask8 first(int64_t count) { return mask8((1 << count) - 1); }
PR_INLINE vector8 load(const double* from, mask8 m) { return __builtin_ia32_loadupd512_mask(from, vector8{}, m); }
PR_INLINE void store(double* to, vector8 x, mask8 m) { __builtin_ia32_storeupd512_mask(to, x, m); }
PR_INLINE vector8 only(mask8 m, vector8 x) { return __builtin_ia32_movapd512_mask(x, vector8{}, m); }
PR_INLINE vector8 product(mask8 m, vector8 x, vector8 y) { return __builtin_ia32_mulpd512_mask(x, y, vector8{}, m, 4); }
PR_INLINE bits8 united(bits8 x, vector8 y, mask8 m) {
    typedef long long bits __attribute__((vector_size(64)));
    return (bits8)__builtin_ia32_porq512_mask((bits)x, (bits)y, (bits)x, m);
}
PR_INLINE mask8 numbers(vector8 x) { return __builtin_ia32_cmppd512_mask(x, x, 7, -1, 4); }  // where it is not NaN
PR_INLINE vector8 larger(vector8 x, vector8 y, mask8 m) { return __builtin_ia32_maxpd512_mask(x, y, y, m, 4); }
PR_INLINE vector8 smaller(vector8 x, vector8 y, mask8 m) { return __builtin_ia32_minpd512_mask(x, y, y, m, 4); }
// The second where that is NaN; else the instruction, which returns `a` where one is NaN or both are zeros.
PR_INLINE vector8 maximum(vector8 a, vector8 b) { return __builtin_ia32_maxpd512_mask(b, a, b, numbers(b), 4); }
PR_INLINE vector8 minimum(vector8 a, vector8 b) { return __builtin_ia32_minpd512_mask(b, a, b, numbers(b), 4); }
PR_INLINE vector8 fused(vector8 x, vector8 y, vector8 z) { return __builtin_ia32_vfmaddpd512_mask(x, y, z, -1, 4); }
PR_INLINE vector8 fused(vector8 x, vector8 y, vector8 z, mask8 m) { return __builtin_ia32_vfmaddpd512_mask3(x, y, z, m, 4); }
// Element by element through memory, each vector would wait for the stores of its elements.
typedef long long places8 __attribute__((vector_size(64)));
PR_INLINE places8 places(int64_t step) { return places8{0, 1, 2, 3, 4, 5, 6, 7} * step; }
PR_INLINE vector8 load(const double* from, int64_t step, mask8 m) {
    return __builtin_ia32_gatherdiv8df(vector8{}, from, places(step), m, sizeof(double));
}
PR_INLINE void store(double* to, vector8 x, int64_t step, mask8 m) {
    __builtin_ia32_scatterdiv8df(to, m, places(step), x, sizeof(double));
}
#else
typedef bits8 mask8;
PR_INLINE mask8 first(int64_t count) { return bits8{0, 1, 2, 3, 4, 5, 6, 7} < count; }
PR_INLINE vector8 load(const double* from, mask8 m) {
    double x[8] = {};
    for (int k = 0; k < 8; ++k)
        if (m[k]) x[k] = from[k];
    vector8 v;
    memcpy(&v, x, sizeof v);
    return v;
}
PR_INLINE void store(double* to, vector8 x, mask8 m) {
    for (int k = 0; k < 8 && m[k]; ++k) to[k] = x[k];
}
PR_INLINE vector8 only(mask8 m, vector8 x) { return (vector8)((bits8)x & m); }
PR_INLINE vector8 product(mask8 m, vector8 x, vector8 y) { return only(m, x * y); }
PR_INLINE vector8 load(const double* from, int64_t step, mask8 m) {
    double x[8] = {};
    for (int k = 0; k < 8; ++k)
        if (m[k]) x[k] = from[k * step];
    vector8 v;
    memcpy(&v, x, sizeof v);
    return v;
}
PR_INLINE void store(double* to, vector8 x, int64_t step, mask8 m) {
    for (int k = 0; k < 8 && m[k]; ++k) to[k * step] = x[k];
}
PR_INLINE bits8 united(bits8 x, vector8 y, mask8 m) { return x | (bits8)only(m, y); }
PR_INLINE vector8 larger(vector8 x, vector8 y, mask8 m) { return (m & (x > y)) ? x : y; }
PR_INLINE vector8 smaller(vector8 x, vector8 y, mask8 m) { return (m & (x < y)) ? x : y; }
PR_INLINE vector8 maximum(vector8 a, vector8 b) { return (b > a) | (b != b) ? b : a; }
PR_INLINE vector8 minimum(vector8 a, vector8 b) { return (b < a) | (b != b) ? b : a; }
PR_INLINE vector8 fused(vector8 x, vector8 y, vector8 z) {
    double a[8], b[8], c[8];
    memcpy(a, &x, sizeof a), memcpy(b, &y, sizeof b), memcpy(c, &z, sizeof c);
    PR_INDEPENDENT
    for (int k = 0; k < 8; ++k) c[k] = __builtin_fma(a[k], b[k], c[k]);
    memcpy(&z, c, sizeof z);
    return z;
}
PR_INLINE vector8 fused(vector8 x, vector8 y, vector8 z, mask8 m) { return m ? fused(x, y, z) : z; }
#endif

// Places, and other integers: first, first + step, ...
PR_INLINE bits8 along(int64_t first, int64_t step) { return bits8{0, 1, 2, 3, 4, 5, 6, 7} * step + first; }
PR_INLINE bits8 maximum(bits8 a, bits8 b) { return b > a ? b : a; }
PR_INLINE bits8 minimum(bits8 a, bits8 b) { return b < a ? b : a; }
PR_INLINE vector8 real(bits8 x) { return __builtin_convertvector(x, vector8); }
PR_INLINE bits8 whole(vector8 x) { return __builtin_convertvector(x, bits8); }  // towards 0
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
PR_INLINE vector8 gather(const double* from, bits8 at, mask8 m) {
    return __builtin_ia32_gatherdiv8df(vector8{}, from, (places8)at, m, sizeof(double));
}
#else
PR_INLINE vector8 gather(const double* from, bits8 at, mask8 m) {
    double x[8] = {};
    for (int k = 0; k < 8; ++k)
        if (m[k]) x[k] = from[at[k]];
    vector8 v;
    memcpy(&v, x, sizeof v);
    return v;
}
#endif

// Where numbers with the sign of -0 are finite and not 0.
#if defined(__AVX512DQ__) && defined(__GNUC__) && !defined(__clang__)
PR_INLINE mask8 countable(vector8 x) { return __builtin_ia32_fpclasspd512_mask(x, 0x60, -1); }  // negative and finite
#else
PR_INLINE mask8 countable(vector8 x) {
    return ((bits8)x > INT64_MIN) & ((bits8)x < bits_as<int64_t>(-infinity<double>()));
}
#endif

// Truth values out of the bytes of `x`, the first in the lowest; compilers do it number by number.
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
PR_INLINE bits8 truths(int64_t x) {
    typedef int64_t halves __attribute__((vector_size(16)));
    typedef char bytes __attribute__((vector_size(16)));
    return -(bits8)__builtin_ia32_pmovsxbq512_mask((bytes)halves{x, 0}, places8{}, 255);
}
#else
PR_INLINE bits8 truths(int64_t x) { return -__builtin_convertvector((flags8)x, bits8); }
#endif

// Which of eight neighbours, the first of them at `at`, lie in [low, high), where the rest of a condition `holds`.
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
PR_INLINE mask8 within(bool holds) { return mask8(holds ? 255 : 0); }
PR_INLINE mask8 within(bool holds, int64_t at, int64_t low, int64_t high) {
    const int64_t before = low - at, end = high - at;
    const unsigned begun = before <= 0 ? 255u : before >= 8 ? 0u : 255u << before;
    const unsigned going = end >= 8 ? 255u : end <= 0 ? 0u : (1u << end) - 1u;
    return mask8(holds ? begun & going : 0u);
}
PR_INLINE vector8 chosen(mask8 m, vector8 first, vector8 second) { return __builtin_ia32_blendmpd_512_mask(second, first, m); }
#else
PR_INLINE mask8 within(bool holds) { return -int64_t(holds) - bits8{}; }
PR_INLINE mask8 within(bool holds, int64_t at, int64_t low, int64_t high) {
    const bits8 k = bits8{0, 1, 2, 3, 4, 5, 6, 7} + at;
    return (k >= low) & (k < high) & within(holds);
}
PR_INLINE vector8 chosen(mask8 m, vector8 first, vector8 second) { return m ? first : second; }
#endif

// What strips hold between the loop that fills them and the one that tallies them.
constexpr int64_t CHUNK = 64;
struct Chunk {
    alignas(64) double x[CHUNK + 8];
};

// A tape is read once, from far memory, in nests that compute for long: what comes 4 KiB later is called for in time.
PR_INLINE void ahead(const double* from) {
#if defined(__GNUC__)
    __builtin_prefetch(from + 512);
#endif
}

// Neighbours of a row that begins anew: element k is row[k + start] for k < limit, else row[k - limit]. All that lie on one side of the
// border are one read.
PR_INLINE vector8 turned(const double* row, int64_t k, int64_t limit, int64_t start, mask8 here) {
    const mask8 before = k < limit ? mask8(first(limit - k) & here) : mask8{};
    return (vector8)((bits8)load(row + k + start, before) | (bits8)load(row + k - limit, mask8(here & ~before)));
}

PR_INLINE vector8 backwards(vector8 x) { return __builtin_shufflevector(x, x, 7, 6, 5, 4, 3, 2, 1, 0); }

// Elements 0, 2, 4, ... of sixteen neighbours.
PR_INLINE vector8 every_other(vector8 low, vector8 high) { return __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14); }

struct Full {  // what a body is written for: eight neighbouring elements of the last axis
    static PR_INLINE vector8 load(const double* from) {
        vector8 x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    static PR_INLINE vector8 load(const double* from, int64_t step) {
        if (PR_KNOWN(step == 2)) return every_other(load(from), pr::load(from + 8, first(7)));
        if (PR_KNOWN(step == -1)) return backwards(load(from - 7));
        return pr::load(from, step, first(8));
    }
    static PR_INLINE vector8 load_where(const double* from, mask8 m) { return pr::load(from, m); }
    template <class... A> static PR_INLINE mask8 within(A... place) { return pr::within(place...); }
    static PR_INLINE vector8 chosen(mask8 m, vector8 one, vector8 other) { return pr::chosen(m, one, other); }
    static PR_INLINE vector8 turned(const double* row, int64_t k, int64_t limit, int64_t start) {
        if (k >= limit) return load(row + k - limit);
        return k + 8 <= limit ? load(row + k + start) : pr::turned(row, k, limit, start, first(8));
    }
    static PR_INLINE bits8 load(const bool* from) {
        int64_t x;
        memcpy(&x, from, sizeof x);
        return truths(x);
    }
    static PR_INLINE bits8 load(const bool* from, int64_t step) {
        int64_t x = 0;
        for (int k = 0; k < 8; ++k) x |= int64_t(from[k * step]) << 8 * k;
        return truths(x);
    }
    static PR_INLINE bits8 load(const int64_t* from) {
        bits8 x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    static PR_INLINE bits8 load(const int64_t* from, int64_t step) {
        bits8 x;
        for (int k = 0; k < 8; ++k) x[k] = from[k * step];
        return x;
    }
    static PR_INLINE bits8 load(const truth* from) { return -load(&from->bits); }
    static PR_INLINE bits8 load(const truth* from, int64_t step) { return -load(&from->bits, step); }
    static PR_INLINE vector8 gather(const double* from, bits8 at) { return pr::gather(from, at, first(8)); }
    static PR_INLINE vector8 all(double x) { return x - vector8{}; }
    static PR_INLINE bits8 all(int64_t x) { return x - bits8{}; }
    static PR_INLINE vector8 all(vector8 x) { return x; }
    static PR_INLINE bits8 all(bool x) { return -int64_t(x) - bits8{}; }
    static PR_INLINE bits8 all(bits8 x) { return x; }
    template <class X> static PR_INLINE void store(double* to, X x) {
        const vector8 v = all(x);
        memcpy(to, &v, sizeof v);
    }
    template <class X> static PR_INLINE void store(int64_t* to, X x, int64_t step = 1) {
        const bits8 v = all(x);
        for (int k = 0; k < 8; ++k) to[k * step] = v[k];
    }
    template <class X> static PR_INLINE void store(truth* to, X x) {
        const bits8 v = -all(x);
        memcpy(to, &v, sizeof v);
    }
    template <class X> static PR_INLINE void store(truth* to, X x, int64_t step) { store(&to->bits, -all(x), step); }
    template <class X> static PR_INLINE void store(bool* to, X x) {
        const flags8 v = -__builtin_convertvector(all(x), flags8);
        memcpy(to, &v, sizeof v);
    }
    template <class X> static PR_INLINE void store(bool* to, X x, int64_t step) {
        const bits8 v = all(x);
        for (int k = 0; k < 8; ++k) to[k * step] = v[k] != 0;
    }
    template <class X> static PR_INLINE void store(double* to, X x, int64_t step) {
        const vector8 v = all(x);
        if (PR_KNOWN(step == -1)) return store(to - 7, backwards(v));
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
        if (PR_KNOWN(step == 2)) {
            pr::store(to, __builtin_shufflevector(v, v, 0, 0, 1, 1, 2, 2, 3, 3), mask8(0x55));
            pr::store(to + 8, __builtin_shufflevector(v, v, 4, 4, 5, 5, 6, 6, 7, 7), mask8(0x55));
            return;
        }
#endif
        for (int k = 0; k < 8; ++k) to[k * step] = v[k];
    }
    static PR_INLINE vector8 counted(vector8 x) { return x; }
    static constexpr int64_t count() { return 8; }
};

struct Tail {  // the elements at the end of a row, fewer than eight: the others read zeros, are not written and count as zeros
    const int64_t left;
    const mask8 here = first(left);
    PR_INLINE vector8 load(const double* from) const { return pr::load(from, here); }
    PR_INLINE vector8 load(const double* from, int64_t step) const { return pr::load(from, step, here); }
    PR_INLINE vector8 load_where(const double* from, mask8 m) const { return pr::load(from, mask8(m & here)); }
    template <class... A> static PR_INLINE mask8 within(A... place) { return pr::within(place...); }
    static PR_INLINE vector8 chosen(mask8 m, vector8 one, vector8 other) { return pr::chosen(m, one, other); }
    PR_INLINE vector8 turned(const double* row, int64_t k, int64_t limit, int64_t start) const {
        if (k >= limit) return pr::load(row + k - limit, here);
        return k + left <= limit ? pr::load(row + k + start, here) : pr::turned(row, k, limit, start, here);
    }
    PR_INLINE bits8 load(const bool* from, int64_t step = 1) const {
        int64_t x = 0;
        for (int k = 0; k < left; ++k) x |= int64_t(from[k * step]) << 8 * k;
        return truths(x);
    }
    PR_INLINE bits8 load(const int64_t* from, int64_t step = 1) const {
        bits8 x = {};
        for (int k = 0; k < left; ++k) x[k] = from[k * step];
        return x;
    }
    PR_INLINE bits8 load(const truth* from, int64_t step = 1) const { return -load(&from->bits, step); }
    template <class X> PR_INLINE void store(truth* to, X x, int64_t step = 1) const { store(&to->bits, -all(x), step); }
    PR_INLINE vector8 gather(const double* from, bits8 at) const { return pr::gather(from, at, here); }
    template <class X> static PR_INLINE auto all(X x) { return Full::all(x); }
    template <class X> PR_INLINE void store(int64_t* to, X x, int64_t step = 1) const {
        const bits8 v = all(x);
        for (int k = 0; k < left; ++k) to[k * step] = v[k];
    }
    template <class X> PR_INLINE void store(double* to, X x) const { pr::store(to, all(x), here); }
    template <class X> PR_INLINE void store(bool* to, X x, int64_t step = 1) const {
        const bits8 v = all(x);
        for (int k = 0; k < left; ++k) to[k * step] = v[k] != 0;
    }
    template <class X> PR_INLINE void store(double* to, X x, int64_t step) const { pr::store(to, all(x), step, here); }
    PR_INLINE vector8 counted(vector8 x) const { return only(here, x); }
    PR_INLINE int64_t count() const { return left; }
};

struct Inside : Full {  // eight neighbours that meet all conditions of the body
    static PR_INLINE vector8 load_where(const double* from, mask8) { return load(from); }
    template <class... A> static PR_INLINE mask8 within(A...) { return first(8); }
    static PR_INLINE vector8 chosen(mask8, vector8 one, vector8) { return one; }
};

// Rows of which elements [low, high) meet all conditions.
template <class F, class G = Nothing>
PR_INLINE void vectors(const int64_t count, const int64_t low, const int64_t high, F&& body, G&& before = G()) {
    int64_t k = 0;
    for (; k + 8 <= count; k += 8) {
        before(k);
        if (k >= low && k + 8 <= high) body(k, Inside());
        else body(k, Full());
    }
    if (k < count) body(k, Tail{count - k});
}

template <class F, class G = Nothing> PR_INLINE void vectors(const int64_t count, F&& body, G&& before = G()) {
    int64_t k = 0;
    for (; k + 8 <= count; k += 8) {
        before(k);
        body(k, Full());
    }
    if (k < count) body(k, Tail{count - k});
}

// Strips of a few vectors.
template <class F> PR_INLINE void strip(const int64_t count, F&& body) {
    PR_ROLLED
    for (int64_t k = 0; k < count; ++k) body(k, Full());
}

// Element by element, in loops over halves of a vector, which compilers turn into vector code themselves.
template <class F, class V> PR_INLINE V each(F f, V x) {
    constexpr int n = sizeof(V) / sizeof(double);
    double a[n];
    memcpy(a, &x, sizeof a);
    PR_INDEPENDENT
    for (int k = 0; k < n; ++k) a[k] = f(a[k]);
    memcpy(&x, a, sizeof a);
    return x;
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

// Sines and cosines of moderate arguments in vectors; a vector with one that is not takes the library's.
PR_INLINE bool any_far(vector8 x) {
    const vector8 size = abs(x);
    const bits8 near = size <= MODERATE;
    int64_t all = -1;
    for (int k = 0; k < 8; ++k) all &= near[k];
    return !all;
}
PR_APART inline vector8 sin_far(vector8 x) { return each([](double y) { return sin(y); }, x); }
PR_APART inline vector8 cos_far(vector8 x) { return each([](double y) { return cos(y); }, x); }
PR_APART inline vector8 tan_far(vector8 x) { return each([](double y) { return tan(y); }, x); }
PR_INLINE vector8 sin(vector8 x) { return any_far(x) ? sin_far(x) : each([](double y) { return sin_near(y); }, x); }
PR_INLINE vector8 cos(vector8 x) { return any_far(x) ? cos_far(x) : each([](double y) { return cos_near(y); }, x); }
PR_INLINE vector8 tan(vector8 x) { return any_far(x) ? tan_far(x) : each([](double y) { return tan_near(y); }, x); }

template <class V> PR_INLINE V select(bool first, V a, V b) { return first ? a : b; }
template <class M, class V> PR_INLINE V select(M first, V a, V b) { return first ? a : b; }

template <class V> PR_INLINE vector4 low_half(V x) { return __builtin_shufflevector((vector8)x, (vector8)x, 0, 1, 2, 3); }
template <class V> PR_INLINE vector4 high_half(V x) { return __builtin_shufflevector((vector8)x, (vector8)x, 4, 5, 6, 7); }

// A Sum over rows, in lanes (see precis.hpp): elements k, k + 1, ... of a row of `count`.
struct RowSum {
    alignas(64) double lane[LANES];
    PR_INLINE RowSum() { for (int k = 0; k < LANES; k += 8) Full::store(lane + k, vector8{}); }
    double rest = 0.0;  // what is left of rows, and all of short ones
    template <class P, class X> PR_INLINE void add(P part, int64_t k, int64_t count, X x, bool wide = false) {
        const vector8 terms = part.all(x);
        if (one_lane(count, wide) || part.count() < SHORT) {
            for (int j = 0; j < part.count(); ++j) rest += terms[j];
        } else {
            double* here = lane + (k < count / LANES * LANES ? k % LANES : 0);
            Full::store(here, Full::load(here) + terms);
        }
    }
    PR_INLINE double result() const {
        static_assert(LANES == 32);
        const vector8 all = (Full::load(lane) + Full::load(lane + 16)) + (Full::load(lane + 8) + Full::load(lane + 24));
        const vector4 half = low_half(all) + high_half(all);
        return ((half[0] + half[2]) + (half[1] + half[3])) + rest;
    }
};

// One pair of a cotangent and a weight into a row of a tally.
PR_INLINE void tally(double* row, double g, double weight) {
    const bool counts = abs(weight) < infinity<double>();  // sentinels and masks do not
    const double share = counts ? g * weight : 0.0, size = counts ? abs(weight) : 0.0, nonzero = size == 0.0 ? infinity<double>() : size;
    vector4 sums;
    memcpy(&sums, row, sizeof sums);
    sums += vector4{share, abs(share), share * share, abs(g)};
    memcpy(row, &sums, sizeof sums);
    row[4] = size > row[4] ? size : row[4];
    row[5] = nonzero < row[5] ? nonzero : row[5];
    const double precision = size > 0.0 ? precision_of(significand(size)) : 0.0;
    row[6] = precision > row[6] ? precision : row[6];
}

PR_INLINE double sum(vector8 x) {
    const vector4 half = low_half(x) + high_half(x);
    return (half[0] + half[1]) + (half[2] + half[3]);
}
PR_INLINE double largest(vector8 x) {
    const vector4 low = low_half(x), high = high_half(x), half = low > high ? low : high;
    const double a = half[0] > half[1] ? half[0] : half[1], b = half[2] > half[3] ? half[2] : half[3];
    return a > b ? a : b;
}
PR_INLINE int64_t united(bits8 x) {
    const bits4 half = (bits4)low_half(x) | (bits4)high_half(x);
    return (half[0] | half[1]) | (half[2] | half[3]);
}

// A row of a tally that an accumulator goes to, and the factor that its own accumulator would have differed by. rounded: whether its
// weights are products with this factor, whose digits are others.
struct Goal {
    double* row;
    double factor;
    bool rounded = false;
};
typedef std::initializer_list<Goal> Goals;

PR_APART inline void refine(Goals goals, bits8 significands) {
    const int64_t all = united(significands);
    const double precision = all ? precision_of((all & FRACTION) << 1) : 0.0;
    for (const Goal& g : goals)
        if (!g.rounded) g.row[6] = precision > g.row[6] ? precision : g.row[6];
}
// By weights between -highest and -lowest times factors. What a factor takes out of the normal range is at its end.
PR_APART inline void widen(Goals goals, vector8 lowest, vector8 highest, bits8 significands) {
    const double size = largest(-lowest), smallest = -largest(highest), end = std::numeric_limits<double>::max();
    for (const Goal& g : goals) {
        if (!(size > 0.0) || g.factor == 0.0 || !(abs(g.factor) < infinity<double>())) continue;
        const double most = size * abs(g.factor), least = smallest * abs(g.factor), tiny = std::numeric_limits<double>::denorm_min();
        if (least > end) continue;
        g.row[4] = most > end ? end : most > g.row[4] ? most : g.row[4];
        g.row[5] = least < tiny ? tiny : least < g.row[5] ? least : g.row[5];
    }
    refine(goals, significands);
}
// The same by weights times a factor, into another range.
PR_APART inline void stretch(vector8& lowest, vector8& highest, double factor, vector8 low, vector8 high) {
    const double size = largest(-low), end = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
    if (!(size > 0.0) || factor == 0.0 || !(abs(factor) < infinity<double>())) return;
    const double most = size * abs(factor), least = -largest(high) * abs(factor);
    if (least > end) return;
    low = -(most > end ? end : most) - vector8{}, high = -(least < tiny ? tiny : least) - vector8{};
    lowest = low < lowest ? low : lowest;
    highest = high > highest ? high : highest;
}
PR_APART inline void add_sizes(Goals goals, vector8 adjoint) {
    const double total = sum(adjoint);
    for (const Goal& g : goals) g.row[3] += abs(g.factor) * total;
}
PR_APART inline void add_shares(Goals goals, vector8 signed_, vector8 negative, vector8 squared) {
    const double total = sum(signed_), sizes = -sum(negative), squares = sum(squared);
    for (const Goal& g : goals) g.row[0] += g.factor * total, g.row[1] += abs(g.factor) * sizes, g.row[2] += g.factor * g.factor * squares;
}
PR_INLINE double counted(double factor) { return abs(factor) < infinity<double>() ? factor : 0.0; }

// A Tally in vectors, in parts, since pairs have cotangents, weights and products in common. Columns 4 to 6: of weights.
struct Weights {
    vector8 w, negative;  // w and -|w|
    mask8 count;          // sentinels and masks, which are infinite or NaN, do not; zeros need not
};
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
PR_INLINE bool odd(bits8 x) {  // any of them
    typedef long long bits __attribute__((vector_size(64)));
    return __builtin_ia32_ptestmq512((bits)x, (bits)(bits8{} + 1), -1);
}
#else
PR_INLINE bool odd(bits8 x) { return united(x) & 1; }
#endif
struct Range {
    vector8 lowest = {}, highest = -infinity<double>() - vector8{};  // of -|w|, zeros left out
    bits8 significands = {};
    bool open = true;  // until some weight has the last bit set: no further one needs more precision
    template <class P, class W> PR_INLINE Weights add(P part, W weight) {
        const vector8 w = part.counted(part.all(weight)), negative = (vector8)((bits8)w | INT64_MIN);
        const mask8 count = countable(negative);
        lowest = smaller(negative, lowest, count);
        highest = larger(negative, highest, count);
        if (open) significands = united(significands, w, count), open = !odd(significands);
        return {w, negative, count};
    }
    PR_INLINE void add_to(Goals goals) const { widen(goals, lowest, highest, significands); }
    PR_INLINE void add(double factor, const Range& x, bool rounded = false) {
        if (!rounded) significands |= x.significands;
        stretch(lowest, highest, factor, x.lowest, x.highest);
    }
};

// Column 6 alone, of weights whose range follows from another one.
struct Digits {
    bits8 significands = {};
    bool open = true;
    template <class P, class W> PR_INLINE void add(P part, W weight) {
        if (!open) return;
        const vector8 w = part.counted(part.all(weight));
        significands = united(significands, w, countable((vector8)((bits8)w | INT64_MIN))), open = !odd(significands);
    }
    PR_INLINE void add_to(Goals goals) const { refine(goals, significands); }
};

// Column 3: of cotangents.
struct Sizes {
    vector8 adjoint = {};
    template <class P, class G> PR_INLINE void add(P part, G g) { adjoint += abs(part.counted(part.all(g))); }
    PR_INLINE void add_to(Goals goals) const { add_sizes(goals, adjoint); }
    PR_INLINE void add(double factor, const Sizes& x) { adjoint = fused(x.adjoint, abs(factor) - vector8{}, adjoint); }
};

// Columns 0 to 2: of cotangents times weights that count. Fused, which here is faster and no less exact.
struct Shares {
    vector8 signed_ = {}, negative = {}, squared = {};
    template <class P, class G> PR_INLINE void add(P part, G cotangent, Weights of) {
        const vector8 g = part.counted(part.all(cotangent)), share = product(of.count, g, of.w);
        signed_ += share;
        negative = fused(abs(g), of.negative, negative, of.count);
        squared = fused(share, share, squared);
    }
    PR_INLINE void add_to(Goals goals) const { add_shares(goals, signed_, negative, squared); }
    PR_INLINE void add(double factor, const Shares& x) {
        const vector8 f = factor - vector8{};
        signed_ = fused(x.signed_, f, signed_), negative = fused(x.negative, abs(f), negative), squared = fused(x.squared, f * f, squared);
    }
};

// The eight positions from `begin` on at which `hits` hold, written to `to`; how many.
PR_INLINE int64_t positions_of_eight(int64_t begin, const bool* hits, int64_t* to) {
    uint64_t bytes;
    std::memcpy(&bytes, hits, sizeof bytes);
    uint64_t bits = (bytes * 0x0102040810204080u) >> 56;  // bit k is byte k
    const int64_t count = __builtin_popcountll(bits);
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
    __builtin_ia32_compressstoredi512_mask(reinterpret_cast<places8*>(to), places8{0, 1, 2, 3, 4, 5, 6, 7} + begin, (unsigned char)bits);
#else
    for (; bits; bits &= bits - 1) *to++ = begin + __builtin_ctzll(bits);
#endif
    return count;
}

// The positions of `extent` at which hit(i) holds, written to `to` from `count` on; the count afterwards.
template <class Hit> PR_INLINE int64_t positions(int64_t extent, int64_t count, int64_t* to, Hit hit) {
    constexpr int64_t PART = 64;
    int64_t i = 0;
    for (; i + PART <= extent; i += PART) {
        alignas(PART) bool hits[PART];
        PR_INDEPENDENT
        for (int64_t v = 0; v < PART; ++v) hits[v] = hit(i + v);
        for (int64_t v = 0; v < PART; v += 8) count += positions_of_eight(i + v, hits + v, to + count);
    }
    for (; i < extent; ++i)
        if (hit(i)) to[count++] = i;
    return count;
}

}  // namespace pr

// Operations on numbers of every format, as NumPy computes them, and random numbers by counter.
#pragma once

#include "precis_math.hpp"
#if !defined(PR_DEVICE)
#include "precis_functions.hpp"
#include "precis_error_function.hpp"
#endif

namespace pr {

template <class T> using if_float = std::enable_if_t<!std::is_integral_v<T>, int>;
template <class T> using if_integer = std::enable_if_t<std::is_integral_v<T>, int>;

#if defined(PR_DEVICE)
#define PR_WIDE(name)
#define PR_WIDE_AS(name, call) PR_UNARY(name, call)
#define PR_WIDE2_AS(name, call) PR_BINARY(name, call)
#define PR_UNARY(name, call)                               \
    PR_INLINE float name(float x) { return ::call##f(x); } \
    PR_INLINE double name(double x) { return ::call(x); }
#define PR_BINARY(name, call)                                          \
    PR_INLINE float name(float x, float y) { return ::call##f(x, y); } \
    PR_INLINE double name(double x, double y) { return ::call(x, y); }
#elif defined(PR_QUAD)
#define PR_WIDE(call)                                                            \
    PR_INLINE long double call(long double x) { return __builtin_##call##l(x); } \
    PR_INLINE quad call(quad x) { return call##q(x); }
#define PR_WIDE_AS(name, call)                                                   \
    PR_INLINE long double name(long double x) { return __builtin_##call##l(x); } \
    PR_INLINE quad name(quad x) { return call##q(x); }
#define PR_WIDE2_AS(name, call)                                                                    \
    PR_INLINE long double name(long double x, long double y) { return __builtin_##call##l(x, y); } \
    PR_INLINE quad name(quad x, quad y) { return call##q(x, y); }
#define PR_UNARY(name, call)                                                     \
    PR_INLINE float name(float x) { return __builtin_##call##f(x); }             \
    PR_INLINE double name(double x) { return __builtin_##call(x); }              \
    PR_INLINE long double name(long double x) { return __builtin_##call##l(x); } \
    PR_INLINE quad name(quad x) { return call##q(x); }
#define PR_BINARY(name, call)                                                                      \
    PR_INLINE float name(float x, float y) { return __builtin_##call##f(x, y); }                   \
    PR_INLINE double name(double x, double y) { return __builtin_##call(x, y); }                   \
    PR_INLINE long double name(long double x, long double y) { return __builtin_##call##l(x, y); } \
    PR_INLINE quad name(quad x, quad y) { return call##q(x, y); }
#else
#define PR_WIDE(call) \
    PR_INLINE long double call(long double x) { return __builtin_##call##l(x); }
#define PR_WIDE_AS(name, call) \
    PR_INLINE long double name(long double x) { return __builtin_##call##l(x); }
#define PR_WIDE2_AS(name, call) \
    PR_INLINE long double name(long double x, long double y) { return __builtin_##call##l(x, y); }
#define PR_UNARY(name, call)                                         \
    PR_INLINE float name(float x) { return __builtin_##call##f(x); } \
    PR_INLINE double name(double x) { return __builtin_##call(x); }  \
    PR_INLINE long double name(long double x) { return __builtin_##call##l(x); }
#define PR_BINARY(name, call)                                                    \
    PR_INLINE float name(float x, float y) { return __builtin_##call##f(x, y); } \
    PR_INLINE double name(double x, double y) { return __builtin_##call(x, y); } \
    PR_INLINE long double name(long double x, long double y) { return __builtin_##call##l(x, y); }
#endif

PR_UNARY(sqrt, sqrt)
PR_UNARY(floor, floor)
PR_UNARY(ceil, ceil)
PR_UNARY(trunc, trunc)
PR_UNARY(rint, rint)
PR_WIDE_AS(exp2, exp2)
PR_WIDE_AS(expm1, expm1)
PR_WIDE_AS(log1p, log1p)
PR_WIDE_AS(arcsin, asin)
PR_WIDE_AS(arccos, acos)
PR_WIDE_AS(arctan, atan)
PR_WIDE_AS(sinh, sinh)
PR_WIDE_AS(cosh, cosh)
PR_WIDE2_AS(arctan2, atan2)
PR_WIDE2_AS(hypot, hypot)
PR_WIDE_AS(log2, log2)
PR_WIDE_AS(log10, log10)
#if defined(PR_DEVICE)
PR_UNARY(sin, sin)
PR_UNARY(cos, cos)
PR_UNARY(tan, tan)
PR_UNARY(arcsinh, asinh)
PR_UNARY(arccosh, acosh)
PR_UNARY(arctanh, atanh)
PR_UNARY(cbrt, cbrt)
PR_UNARY(erf, erf)
PR_UNARY(erfc, erfc)
#else
PR_WIDE(sin)
PR_WIDE(cos)
PR_WIDE(tan)
PR_WIDE_AS(arcsinh, asinh)
PR_WIDE_AS(arccosh, acosh)
PR_WIDE_AS(arctanh, atanh)
PR_WIDE(cbrt)
PR_WIDE(erf)
PR_WIDE(erfc)
#endif
PR_WIDE(exp)
PR_WIDE(log)
PR_WIDE(tanh)
PR_UNARY(tgamma, tgamma)
PR_UNARY(lgamma, lgamma)
PR_BINARY(copysign, copysign)
#if (defined(__FMA__) || defined(__FP_FAST_FMA)) && !defined(PR_DEVICE)
PR_WIDE2_AS(fmod, fmod)
// Exactly, as precis_remainder.hpp says of vectors; the library, which divides bit by bit, where a quotient has more places than that.
PR_INLINE double fmod(double x, double y) {
    const double limit = 4503599627370496.0, c = __builtin_fabs(x), d = __builtin_fabs(y), q = c / d;
    if (!(q < limit) || !(d < infinity<double>())) return __builtin_fmod(x, y);
    const double whole = (q + limit) - limit, r = __builtin_fma(-whole, d, c), up = r < 0.0 ? r + d : r;
    return __builtin_copysign(up >= d ? up - d : up, x);
}
PR_INLINE float fmod(float x, float y) { return float(fmod(double(x), double(y))); }  // what is left is a number of binary32, too
#else
PR_BINARY(fmod, fmod)
#endif
PR_BINARY(remainder, remainder)

#if defined(PR_QUAD)
#define PR_DD(name) PR_INLINE dd name(dd x) { return dd(name(quad(x))); }
#define PR_DD2(name) PR_INLINE dd name(dd x, dd y) { return dd(name(quad(x), quad(y))); }
PR_DD(floor) PR_DD(ceil) PR_DD(trunc) PR_DD(rint) PR_DD(exp2) PR_DD(expm1) PR_DD(log2) PR_DD(log10) PR_DD(log1p) PR_DD(sin) PR_DD(cos)
PR_DD(tan) PR_DD(arcsin) PR_DD(arccos) PR_DD(arctan) PR_DD(sinh) PR_DD(cosh) PR_DD(exp) PR_DD(log) PR_DD(tanh) PR_DD(arcsinh) PR_DD(arccosh)
PR_DD(arctanh) PR_DD(erf) PR_DD(cbrt) PR_DD2(fmod) PR_DD2(arctan2) PR_DD2(hypot) PR_DD2(copysign)
PR_INLINE dd pow(dd x, dd y) { return dd(powq(quad(x), quad(y))); }
PR_INLINE dd fma(dd x, dd y, dd z) { return dd(fmaq(quad(x), quad(y), quad(z))); }
PR_INLINE dd abs(dd x) { return __builtin_signbit(x.hi) ? -x : x; }
PR_INLINE dd sqrt(dd x) {
    const double s = __builtin_sqrt(x.hi);
    if (!(s > 0.0) || !dd::finite(s)) return dd(s);
    return dd::fast_two_sum(s, (x.lo + __builtin_fma(-s, s, x.hi)) / (s + s));
}
PR_INLINE quad abs(quad x) { return fabsq(x); }
PR_INLINE quad fma(quad x, quad y, quad z) { return fmaq(x, y, z); }
#endif
#if !defined(PR_DEVICE)
PR_INLINE long double abs(long double x) { return __builtin_fabsl(x); }
PR_INLINE long double fma(long double x, long double y, long double z) { return __builtin_fmal(x, y, z); }
#endif
PR_INLINE float abs(float x) { return PR_BUILTIN(fabsf)(x); }
PR_INLINE double abs(double x) { return PR_BUILTIN(fabs)(x); }
PR_INLINE float fma(float x, float y, float z) { return PR_BUILTIN(fmaf)(x, y, z); }
PR_INLINE double fma(double x, double y, double z) { return PR_BUILTIN(fma)(x, y, z); }
// x * y where a compiler might round a sum with it only once (precis.emit.cpu.neighbours): of the same bits, the sign of a zero among them.
#if defined(__FP_FAST_FMA) && !defined(PR_DEVICE)
PR_INLINE float product(float x, float y) { return __builtin_fmaf(x, y, -0.0f); }
PR_INLINE double product(double x, double y) { return __builtin_fma(x, y, -0.0); }
#else
PR_INLINE float product(float x, float y) { return x * y; }
PR_INLINE double product(double x, double y) { return x * y; }
#endif
PR_WIDE2_AS(pow, pow)

// Powers with constant exponents, whole ones up to 16: products and roots whose rounding errors are added back, at most 0.51 ulp apart from
// overflow and underflow; y + error is y where that is no number.
#if defined(__FP_FAST_FMA) || defined(PR_DEVICE)
PR_INLINE double restored(double power, double error) {
    const double y = power + (power != 0.0 ? error : power);  // one test at a time: two would be a truth value, which stands in the way of vectors
    return y - y == 0.0 ? y : power;
}
struct Near { double high, rest; };  // a number, and to first order what rounding took from it
template <int n, bool exact> PR_INLINE Near power_of(Near x) {  // exact: nothing was taken from x
    if constexpr (n == 1) return x;
    else if constexpr (n % 2) {
        const Near p = power_of<n - 1, exact>(x);
        const double power = p.high * x.high, rest = fma(p.high, x.high, -power) + p.rest * x.high;
        return {power, exact ? rest : rest + p.high * x.rest};
    } else {
        const Near p = power_of<n / 2, exact>(x);
        const double power = p.high * p.high, rest = fma(p.high, p.high, -power);
        return {power, exact && n == 2 ? rest : rest + 2.0 * p.high * p.rest};
    }
}
template <int n> PR_INLINE double power(double x) {
    if constexpr (n > 0) {
        const Near y = power_of<n, true>({x, 0.0});
        return restored(y.high, y.rest);
    } else {
        const double r = 1.0 / x;
        const Near y = power_of<-n, false>({r, fma(-r, x, 1.0) * r});
        return restored(y.high, y.rest);
    }
}
// x^(n + 1/2), n >= 1, of x and what is left of it.
template <int n> PR_INLINE double over_root(const Near x) {
    const double root = sqrt(x.high);
    Near whole = {x.high, 0.0};
    double less = 1.0;
    if constexpr (n > 1) {
        less = power_of<n - 1, true>({x.high, 0.0}).high;
        whole = power_of<n, true>({x.high, 0.0});
    }
    const double power = whole.high * root;
    const double rest = whole.rest * root + fma(-root, root, x.high) * (0.5 * root * less) + (n + 0.5) * (root * less) * x.rest;
    return restored(power, fma(whole.high, root, -power) + rest);
}
template <int n> PR_INLINE double halves(double x) {  // x^(n + 1/2), and for n < 0 x^(n - 1/2)
    if constexpr (n > 0) {
        const double y = abs(over_root<n>({x, 0.0}));
        return x == -infinity<double>() ? infinity<double>() : y;
    } else {
        const double r = 1.0 / x, y = over_root<-n>({r, fma(-r, x, 1.0) * r});
        return x == 0.0 ? infinity<double>() : abs(y);
    }
}
PR_INLINE Near quarter_of(double x) {  // the fourth root of x
    const double root = sqrt(x), fourth = sqrt(root), r = 1.0 / fourth;
    return {fourth, 0.5 * r * (fma(-fourth, fourth, root) + 0.5 * (r * r) * fma(-root, root, x))};
}
PR_INLINE Near times(const double x, const Near y) {
    const double power = x * y.high;
    return {power, fma(x, y.high, -power) + x * y.rest};
}
PR_INLINE Near inverted(const Near x) {
    const double r = 1.0 / x.high;
    return {r, r * (fma(-r, x.high, 1.0) - r * x.rest)};
}
template <int n> PR_INLINE Near quarters_of(double x) {  // x^(n/4), n odd
    if constexpr (n < 0) return inverted(quarters_of<-n>(x));
    else if constexpr (n == 1) return quarter_of(x);
    else if constexpr (n > 4) return times(x, quarters_of<n - 4>(x));
    else {
        const Near y = quarter_of(x);
        const double square = y.high * y.high, power = square * y.high;
        return {power, fma(square, y.high, -power) + (fma(y.high, y.high, -square) * y.high + 3.0 * square * y.rest)};
    }
}
template <int n> PR_INLINE double quarters(double x) {
    const Near y = quarters_of<n>(x);
    return x == -infinity<double>() ? (n < 0 ? 0.0 : infinity<double>()) : abs(restored(y.high, y.rest));
}
PR_INLINE double inverse_root(double x) {
    const double root = sqrt(x), r = 1.0 / root, y = abs(restored(r, r * (fma(-r, root, 1.0) - 0.5 * fma(-root, root, x) * (r * r))));
    return x == -infinity<double>() ? 0.0 : y;
}
#else
template <int n> PR_INLINE double power(double x) { return pow(x, double(n)); }
template <int n> PR_INLINE double halves(double x) { return pow(x, n + (n > 0 ? 0.5 : -0.5)); }
template <int n> PR_INLINE double quarters(double x) { return pow(x, 0.25 * n); }
PR_INLINE double inverse_root(double x) { return pow(x, -0.5); }
#endif
template <int n> PR_INLINE double power_of_wide(double x) {
    if constexpr (n == 1) return x;
    else if constexpr (n % 2) return power_of_wide<n - 1>(x) * x;
    else {
        const double p = power_of_wide<n / 2>(x);
        return p * p;
    }
}
template <int n> PR_INLINE float power(float x) {
    const double y = power_of_wide<n < 0 ? -n : n>(x);
    return float(n < 0 ? 1.0 / y : y);
}
template <class T> PR_INLINE T itself(T x) { return x; }
template <class T> PR_INLINE T square(T x) { return x * x; }
template <class T> PR_INLINE T inverse(T x) { return T(1) / x; }
template <class T> PR_INLINE T half(T x) { return x == -infinity<T>() ? -x : abs(sqrt(x)); }  // 0 of -0, as powers are
template <class T> PR_INLINE T cube(T x) { return power<3>(x); }
template <class T> PR_INLINE T fourth(T x) { return power<4>(x); }
template <class T> PR_INLINE T zeroth(T) { return T(1); }  // also of what is no number
template <class T> PR_INLINE T fifth(T x) { return power<5>(x); }
template <class T> PR_INLINE T inverse_square(T x) { return power<-2>(x); }
template <class T> PR_INLINE T inverse_cube(T x) { return power<-3>(x); }
template <int n> PR_INLINE float halves(float x) {
    const double y = abs(sqrt(double(x)) * power_of_wide<n < 0 ? -n : n>(double(x)));
    return x == -infinity<float>() ? (n < 0 ? 0.0f : -x) : float(n < 0 ? 1.0 / y : y);
}
template <int n> PR_INLINE float quarters(float x) {
    const double root = sqrt(double(x)), fourth = sqrt(root), wide = double(x);
    constexpr int most = n < 0 ? -n : n;
    double y = most % 4 == 1 ? fourth : fourth * root;
    if constexpr (most > 4) y *= power_of_wide<most / 4>(wide);
    return x == -infinity<float>() ? (n < 0 ? 0.0f : -x) : float(abs(n < 0 ? 1.0 / y : y));
}
PR_INLINE float inverse_root(float x) { return x == -infinity<float>() ? 0.0f : abs(float(1.0 / sqrt(double(x)))); }

// A number that compilers do not know.
#if defined(__GNUC__) && !defined(PR_DEVICE)
PR_INLINE int64_t hidden(int64_t number) {
    __asm__("" : "+r"(number));
    return number;
}
#else
PR_INLINE int64_t hidden(const int64_t number) { return number; }
#endif

// A position, counted from the end where it is negative, which is guessed not to be.
PR_INLINE int64_t from_end(const int64_t position, const int64_t otherwise) {
    if (position < 0) {
        PR_GUESSED;
        return otherwise;
    }
    return position;
}

// A bound of a slice of an array of n elements, which is guessed to be one of 0 .. n; else as Python cuts it.
PR_INLINE int64_t within(const int64_t bound, const int64_t n) {
    if (bound < 0 || bound > n) {
        PR_GUESSED;
        return size_min(size_max(bound < 0 ? bound + n : bound, 0), n);
    }
    return bound;
}

template <class T> PR_INLINE T rsqrt(T x) { return T(1) / sqrt(x); }
template <class T> PR_INLINE T logistic(T x) { return T(1) / (T(1) + exp(-x)); }
template <class T> PR_INLINE bool isnan(T x) { return x != x; }
template <class T> PR_INLINE bool isinf(T x) { return (x == x) & !(x - x == T(0)); }  // no jump
template <class T> PR_INLINE bool isfinite(T x) { return x - x == T(0); }

// NumPy's rules: NaN wins in maximum and minimum; sign of NaN is NaN. The first selection is what processors call maximum, which keeps
// a NaN in `a`; the second keeps one in `b`, the operand that constants and terms of reductions are, so that it is off the chain.
template <class T, if_float<T> = 0> PR_INLINE T maximum(T a, T b) {
    const T m = b > a ? b : a;
    return b != b ? b : m;
}
template <class T, if_float<T> = 0> PR_INLINE T minimum(T a, T b) {
    const T m = b < a ? b : a;
    return b != b ? b : m;
}
// The same in loops that are no vectors, where a jump for NaN is guessed and a selection waited for.
template <class T, if_float<T> = 0> PR_INLINE T maximum_guessed(T a, T b) {
    T m = b > a ? b : a;
    if (b != b) {
        PR_GUESSED;
        m = b;
    }
    return m;
}
template <class T, if_float<T> = 0> PR_INLINE T minimum_guessed(T a, T b) {
    T m = b < a ? b : a;
    if (b != b) {
        PR_GUESSED;
        m = b;
    }
    return m;
}
template <class T, if_integer<T> = 0> PR_INLINE T maximum(T a, T b) { return a > b ? a : b; }
template <class T, if_integer<T> = 0> PR_INLINE T minimum(T a, T b) { return a < b ? a : b; }
template <class T, if_float<T> = 0> PR_INLINE T sign(T x) { return x != x ? x : T(x > T(0)) - T(x < T(0)); }  // without jumps, for vectors
template <class T, if_integer<T> = 0> PR_INLINE T sign(T x) { return T((x > 0) - (x < 0)); }
template <class T, if_integer<T> = 0> PR_INLINE T abs(T x) { return T(x < 0 ? -x : x); }

// Python's mod and floor division, as NumPy computes them.
template <class T, if_float<T> = 0> PR_INLINE T mod(T a, T b) {
    T m = fmod(a, b);
    if (b == T(0)) return m;
    if (m != T(0)) return (b < T(0)) != (m < T(0)) ? m + b : m;
    return copysign(T(0), b);
}
template <class T, if_float<T> = 0> PR_INLINE T floordiv(T a, T b) {
    if (b == T(0)) return a / b;
    const T m = fmod(a, b);
    T q = (a - m) / b;
    if (m != T(0) && (b < T(0)) != (m < T(0))) q -= T(1);
    if (q == T(0)) return copysign(T(0), a / b);
    const T down = floor(q);
    return q - down > T(0.5) ? down + T(1) : down;
}
// The exponent of a power of two that the compiler knows, else -1. Vectors have shifts and masks, and no division of 64 bits.
template <class T> PR_INLINE int known_exponent(T b) {
#if defined(__GNUC__) && !defined(PR_DEVICE)
    if (__builtin_constant_p(b) && b > 0 && (b & (b - 1)) == 0) return __builtin_ctzll((unsigned long long)b);
#endif
    return -1;
}
template <class T, if_integer<T> = 0> PR_INLINE T floordiv(T a, T b) {
    if (const int exponent = known_exponent(b); exponent >= 0) return T(a >> exponent);
    if (b == 0) return 0;
    if (std::is_signed_v<T> && b == T(-1)) return T(-a);
    return T(a / b - ((a % b != 0) && ((a < 0) != (b < 0))));
}
template <class T, if_integer<T> = 0> PR_INLINE T mod(T a, T b) {
    if (known_exponent(b) >= 0) return T(a & (b - 1));
    if (b == 0 || (std::is_signed_v<T> && b == T(-1))) return 0;
    const T m = T(a % b);
    return m != 0 && (m < 0) != (b < 0) ? T(m + b) : m;
}
// The same of what is guessed to be its own remainder, as places beside others in a ring are, but at its ends.
PR_INLINE int64_t mod_beside(const int64_t a, const int64_t b) { return uint64_t(a) < uint64_t(b) && b > 0 ? a : mod(a, b); }
// Python's quotient and remainder of 64 bits for loops that are made of vectors, which multiply and convert, but do not divide (ADR 106).
//
// The first quotient, by the inverse of b, is within 1 + 2^12 / |b| of a / b; of what is left, the nearest to r / b is found, the magnitude
// of which is at most 2^13. So the rest is within |b| / 2 of 0, give or take a rounding, and the floor is that quotient or one less. Products
// wrap, and so does a quotient of 2^63, to the right rest. (x + 1.5 * 2^52) - 1.5 * 2^52 is the nearest whole number: g++ 12 has no vectors of rint
// beside conversions.
struct Quotient {
    int64_t quotient, rest;
};
PR_INLINE Quotient divided(int64_t a, int64_t b) {
    const double inverse = b == 0 ? 0.0 : 1.0 / double(b), nearest = 6755399441055744.0;
    const int64_t first = int64_t(double(a) * inverse), left = a - first * b;
    const int64_t more = int64_t((double(left) * inverse + nearest) - nearest), rest = left - more * b;
    const int64_t sign = b >> 63;
    const bool below = ((rest ^ sign) - sign) < 0;
    return {first + more - int64_t(below), rest + (b & -int64_t(below))};
}
// The same without signs. Both quotients are lowered by more than what four roundings can raise them, so that neither wraps: the first is
// within 1 + 2^15 / b of a / b, and the second, of what is left, is right or one too small.
struct NaturalQuotient {
    uint64_t quotient, rest;
};
PR_INLINE NaturalQuotient divided(uint64_t a, uint64_t b) {
    const double inverse = b == 0 ? 0.0 : (1.0 - 0x1p-50) / double(b);
    const uint64_t first = uint64_t(double(a) * inverse), left = a - first * b;
    const uint64_t more = uint64_t(double(left) * inverse), rest = left - more * b, above = uint64_t(rest >= b);
    return {first + more + above, rest - (b & -above)};
}
#if defined(__AVX512DQ__) && !defined(PR_DEVICE)  // there are vectors of these conversions
PR_INLINE uint64_t floordiv_in_vectors(uint64_t a, uint64_t b) {
    return known_exponent(b) >= 0 ? floordiv(a, b) : divided(a, b).quotient & -uint64_t(b != 0);
}
PR_INLINE uint64_t mod_in_vectors(uint64_t a, uint64_t b) {
    return known_exponent(b) >= 0 ? mod(a, b) : divided(a, b).rest & -uint64_t(b != 0);
}
PR_INLINE int64_t floordiv_in_vectors(int64_t a, int64_t b) {
    return known_exponent(b) >= 0 ? floordiv(a, b) : b == 0 ? 0 : divided(a, b).quotient;
}
PR_INLINE int64_t mod_in_vectors(int64_t a, int64_t b) {  // where it is a position, g++ would make a branch of a choice, and no vectors
    return known_exponent(b) >= 0 ? mod(a, b) : divided(a, b).rest & -int64_t(b != 0);
}
#else
PR_INLINE int64_t floordiv_in_vectors(int64_t a, int64_t b) { return floordiv(a, b); }
PR_INLINE int64_t mod_in_vectors(int64_t a, int64_t b) { return mod(a, b); }
PR_INLINE uint64_t floordiv_in_vectors(uint64_t a, uint64_t b) { return floordiv(a, b); }
PR_INLINE uint64_t mod_in_vectors(uint64_t a, uint64_t b) { return mod(a, b); }
#endif
template <class T, if_integer<T> = 0> PR_INLINE T fmod(T a, T b) {
    return b == 0 || (std::is_signed_v<T> && b == T(-1)) ? T(0) : T(a % b);
}
template <class T, if_integer<T> = 0> PR_INLINE T pow(T x, T n) {
    T y = 1;
    for (; n > 0; n = T(n >> 1), x = T(x * x))
        if (n & 1) y = T(y * x);
    return y;
}
template <class T, if_integer<T> = 0> PR_INLINE T bit_not(T x) {
    if constexpr (std::is_same_v<T, bool>) return !x;
    else return T(~x);
}
template <class T, if_integer<T> = 0> PR_INLINE T shift_left(T x, T n) { return uint64_t(n) < 8 * sizeof(T) ? T(x << n) : T(0); }
template <class T, if_integer<T> = 0> PR_INLINE T shift_right(T x, T n) {
    return uint64_t(n) < 8 * sizeof(T) ? T(x >> n) : T(x < 0 ? -1 : 0);
}

// The least number whose root, rounded, is not below c, or is above it; what is not moderate (precis.emit.cpu.reaches) is not looked for.
template <bool ABOVE> PR_CALLED double root_reaches(const double c) {
    const auto reached = [&](const double t) { const double root = PR_BUILTIN(sqrt)(t); return root > c || (!ABOVE && root == c); };
    double t = c * c;
    if (!(c > 0x1p-399 && c < 0x1p499)) return t;
    while (reached(t)) t = bits_as<double>(bits_as<uint64_t>(t) - 1);
    while (!reached(t)) t = bits_as<double>(bits_as<uint64_t>(t) + 1);
    return t;
}
PR_INLINE double root_not_below(double c) { return root_reaches<false>(c); }
PR_INLINE double root_above(double c) { return root_reaches<true>(c); }

// ---------------------------------------------------------------- random numbers by counter

// Threefry-2x32 with 20 rounds (Salmon et al., SC 2011): word W of the counter (a, b) under the key (k0, k1). Without loops, which keep the
// loop around from being vectorised and the two words of a counter from sharing their rounds.
template <int... R> PR_INLINE void threefry_rounds(uint32_t& a, uint32_t& b, const uint32_t left, const uint32_t right) {
    ((a += b, b = (b << R | b >> (32 - R)) ^ a), ...);
    a += left;
    b += right;
}
template <int W> PR_INLINE uint32_t threefry(const uint32_t k0, const uint32_t k1, uint32_t a, uint32_t b) {
    const uint32_t k2 = k0 ^ k1 ^ 0x1BD11BDAu;
    a += k0;
    b += k1;
    threefry_rounds<13, 15, 26, 6>(a, b, k1, k2 + 1);
    threefry_rounds<17, 29, 16, 24>(a, b, k2, k0 + 2);
    threefry_rounds<13, 15, 26, 6>(a, b, k0, k1 + 3);
    threefry_rounds<17, 29, 16, 24>(a, b, k1, k2 + 4);
    threefry_rounds<13, 15, 26, 6>(a, b, k2, k0 + 5);
    return W ? b : a;
}
PR_INLINE uint32_t threefry_0(const uint32_t k0, const uint32_t k1, const uint32_t a, const uint32_t b) { return threefry<0>(k0, k1, a, b); }
PR_INLINE uint32_t threefry_1(const uint32_t k0, const uint32_t k1, const uint32_t a, const uint32_t b) { return threefry<1>(k0, k1, a, b); }

}  // namespace pr

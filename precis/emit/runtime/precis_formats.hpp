// Number formats: rounding to them, and their codes in memory.
#pragma once

#include "precis_bits.hpp"

namespace pr {

// Formats (precision, emin, emax, infinities); the largest finite value; its fraction in binary32.
struct F_e4m3 { static constexpr int p = 4, emin = -6, emax = 8; static constexpr bool infinities = false; static constexpr double max = 448.0; static constexpr uint32_t top = 0x600000u; };
struct F_e5m2 { static constexpr int p = 3, emin = -14, emax = 15; static constexpr bool infinities = true; static constexpr double max = 57344.0; static constexpr uint32_t top = 0x600000u; };
struct F_binary16 { static constexpr int p = 11, emin = -14, emax = 15; static constexpr bool infinities = true; static constexpr double max = 65504.0; static constexpr uint32_t top = 0x7FE000u; };
struct F_bfloat16 { static constexpr int p = 8, emin = -126, emax = 127; static constexpr bool infinities = true; static constexpr double max = 0x1.fep127; static constexpr uint32_t top = 0x7F0000u; };
struct F_tf32 { static constexpr int p = 11, emin = -126, emax = 127; static constexpr bool infinities = true; static constexpr double max = 0x1.ffcp127; static constexpr uint32_t top = 0x7FE000u; };

// With the quantum q = 2^(max(exponent of x, emin) - p + 1), the spacing of the format around x, rint(x / q) * q is exact.
PR_INLINE double round_double_to(double x, int p, int emin, int emax, bool infinities, double max) {
    int64_t code = bits_as<int64_t>(x) & (int64_t(0x7FF) << 52);
    const int64_t low = int64_t(emin + 1023) << 52, high = int64_t(emax + 1023) << 52;
    code = code < low ? low : code;
    code = code > high ? high : code;
    code -= int64_t(p - 1) << 52;
    const double q = bits_as<double>(code), inverse = bits_as<double>((int64_t(2046) << 52) - code);
    const double r = PR_BUILTIN(rint)(x * inverse) * q;
    const double over = PR_BUILTIN(copysign)(infinities ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN(), x);
    return PR_BUILTIN(fabs)(r) > max ? over : r;
}
template <class F> PR_INLINE float round_double(double x) { return float(round_double_to(x, F::p, F::emin, F::emax, F::infinities, F::max)); }

// A choice by masks: compilers turn ?: on integers into jumps, and then do not vectorise.
PR_INLINE uint32_t chosen(bool first, uint32_t a, uint32_t b) {
    const uint32_t mask = 0u - uint32_t(first);
    return (a & mask) | (b & ~mask);
}

// From binary32 on the bits alone, which vectorises: drop the low bits, ties to even; below the normal numbers adding and taking away
// a power of two whose last place is the smallest subnormal does it.
template <class F> PR_INLINE float round_float(float x) {
    constexpr int shift = 24 - F::p;
    const uint32_t bits = bits_as<uint32_t>(x), magnitude = bits & 0x7FFFFFFFu;
    uint32_t r = (magnitude + ((uint32_t(1) << (shift - 1)) - 1) + (magnitude >> shift & 1)) & (~uint32_t(0) << shift);
    if constexpr (F::emax < 127) {
        constexpr uint32_t normal = uint32_t(F::emin + 127) << 23, largest = (uint32_t(F::emax + 127) << 23) + F::top;
        const float magic = bits_as<float>(uint32_t(F::emin - F::p + 1 + 23 + 127) << 23);
        const uint32_t subnormal = bits_as<uint32_t>((bits_as<float>(magnitude) + magic) - magic);
        r = chosen(magnitude < normal, subnormal, r);
        r = chosen(r > largest, F::infinities ? 0x7F800000u : 0x7FC00000u, r);
    }
    r = chosen(magnitude > 0x7F800000u, 0x7FC00000u, r);
    return bits_as<float>(r | (bits & 0x80000000u));
}

#if !defined(PR_DEVICE)
// Round to odd in binary64 first: then rounding to 52 - 1 or fewer bits gives what rounding from the wide value would.
template <class W> double to_odd(W x) {
    double d = double(x);
    if (!(d - d == 0.0)) {
        if (d != d || x == W(d)) return d;
        d = PR_BUILTIN(copysign)(std::numeric_limits<double>::max(), d);  // finite but beyond binary64
    }
    if (W(d) == x || (bits_as<int64_t>(d) & 1)) return d;
    const bool away = (x > W(d)) == (d > 0 || (d == 0 && x > 0));
    if (d == 0) return PR_BUILTIN(copysign)(std::numeric_limits<double>::denorm_min(), x > 0 ? 1.0 : -1.0);
    return bits_as<double>(bits_as<int64_t>(d) + (away ? 1 : -1));
}

template <class F> PR_INLINE float round_to(long double x) { return round_double<F>(to_odd(x)); }
#if defined(PR_QUAD)
template <class F> PR_INLINE float round_to(quad x) { return round_double<F>(to_odd(x)); }

// binary64x2: the unevaluated sum of two doubles, hi the nearest double to it. Operations and their relative errors, u = 2^-53, after
// Joldes, Muller & Popescu 2017 (ACM TOMS 44(2), algorithms 6, 12 and 17): + and - 3 u^2, * 5 u^2, / 15 u^2; sqrt after Lefevre et al. 2023
// (ACM TOMS 49(1), algorithm 8), 25/8 u^2; all up to terms in u^3. Needs contraction off.
struct dd {
    double hi, lo;
    dd() = default;
    PR_INLINE constexpr dd(double x) : hi(x), lo(0.0) {}
    PR_INLINE constexpr dd(float x) : hi(x), lo(0.0) {}
    PR_INLINE constexpr dd(int x) : hi(x), lo(0.0) {}
    PR_INLINE constexpr dd(bool x) : hi(x), lo(0.0) {}
    PR_INLINE constexpr dd(double h, double l) : hi(h), lo(l) {}
    template <class I, std::enable_if_t<std::is_integral_v<I>, int> = 0> PR_INLINE explicit dd(I x) : dd(quad(x)) {}
    PR_INLINE explicit dd(long double x) : dd(quad(x)) {}
    PR_INLINE explicit dd(quad x) : hi(double(x)), lo(finite(hi) ? double(x - quad(hi)) : 0.0) {}
    static PR_INLINE bool finite(double x) { return x - x == 0.0; }
    static PR_INLINE dd fast_two_sum(double a, double b) {  // abs(a) >= abs(b)
        const double s = a + b;
        return dd(s, finite(s) ? b - (s - a) : 0.0);
    }
    static PR_INLINE dd two_sum(double a, double b) {
        const double s = a + b, c = s - a;
        return dd(s, finite(s) ? (a - (s - c)) + (b - c) : 0.0);
    }
    static PR_INLINE dd two_product(double a, double b) {
        const double p = a * b;
        return dd(p, finite(p) ? __builtin_fma(a, b, -p) : 0.0);
    }
    PR_INLINE explicit operator double() const { return hi; }
    PR_INLINE explicit operator quad() const { return quad(hi) + quad(lo); }
    PR_INLINE explicit operator long double() const { return (long double)(quad(*this)); }
    PR_INLINE explicit operator float() const { return float(pr::to_odd(quad(*this))); }
    template <class I, std::enable_if_t<std::is_integral_v<I>, int> = 0> PR_INLINE explicit operator I() const { return I(quad(*this)); }
    friend PR_INLINE dd operator-(dd x) { return dd(-x.hi, -x.lo); }
    friend PR_INLINE dd operator+(dd x, dd y) {
        const dd s = two_sum(x.hi, y.hi), t = two_sum(x.lo, y.lo);
        const dd v = fast_two_sum(s.hi, s.lo + t.hi);
        return fast_two_sum(v.hi, t.lo + v.lo);
    }
    friend PR_INLINE dd operator-(dd x, dd y) { return x + -y; }
    friend PR_INLINE dd operator*(dd x, dd y) {
        const dd c = two_product(x.hi, y.hi);
        const double t = __builtin_fma(x.lo, y.hi, __builtin_fma(x.hi, y.lo, x.lo * y.lo));
        return finite(c.hi) ? fast_two_sum(c.hi, c.lo + t) : c;
    }
    friend PR_INLINE dd operator/(dd x, dd y) {
        const double t = x.hi / y.hi;
        if (!finite(t) || !finite(y.hi)) return dd(t);
        const dd r = y * dd(t);
        return fast_two_sum(t, ((x.hi - r.hi) + (x.lo - r.lo)) / y.hi);
    }
    friend PR_INLINE bool operator==(dd x, dd y) { return x.hi == y.hi && x.lo == y.lo; }
    friend PR_INLINE bool operator!=(dd x, dd y) { return !(x == y); }
    friend PR_INLINE bool operator<(dd x, dd y) { return x.hi < y.hi || (x.hi == y.hi && x.lo < y.lo); }
    friend PR_INLINE bool operator>(dd x, dd y) { return y < x; }
    friend PR_INLINE bool operator<=(dd x, dd y) { return x < y || x == y; }
    friend PR_INLINE bool operator>=(dd x, dd y) { return y <= x; }
    PR_INLINE dd& operator+=(dd y) { return *this = *this + y; }
    PR_INLINE dd& operator-=(dd y) { return *this = *this - y; }
    PR_INLINE dd& operator*=(dd y) { return *this = *this * y; }
    PR_INLINE dd& operator/=(dd y) { return *this = *this / y; }
};
template <class F> PR_INLINE float round_to(dd x) { return round_to<F>(quad(x)); }
#endif
#endif
template <class F> PR_INLINE float round_to(float x) { return round_float<F>(x); }
template <class F> PR_INLINE float round_to(double x) { return round_double<F>(x); }

#define PR_FORMAT(name)                                                                     \
    template <class T> PR_INLINE float to_##name(T x) { return round_to<F_##name>(x); }     \
    struct Round_##name {                                                                   \
        template <class T> static PR_INLINE T apply(T x) { return T(to_##name(x)); }        \
    };
PR_FORMAT(e4m3)
PR_FORMAT(e5m2)
PR_FORMAT(binary16)
PR_FORMAT(bfloat16)
PR_FORMAT(tf32)
template <class N> struct Round {
    template <class T> static PR_INLINE T apply(T x) { return T(N(x)); }
};
struct Unrounded {
    template <class T> static PR_INLINE T apply(T x) { return x; }
};

// ---------------------------------------------------------------- codes in memory

struct bfloat16 {
    uint16_t code;
    bfloat16() = default;
    PR_INLINE constexpr explicit bfloat16(int code) : code(uint16_t(code)) {}
    PR_INLINE explicit bfloat16(float x) : code(uint16_t(bits_as<uint32_t>(x) >> 16)) {}  // x is a value of the format
    PR_INLINE operator float() const { return bits_as<float>(uint32_t(code) << 16); }
};

// A value of a format with subnormals below 2^emin to its code and back, on the bits of binary32.
template <class F> PR_INLINE uint32_t encoded(float x) {
    constexpr uint32_t normal = uint32_t(F::emin + 127) << 23, rebias = uint32_t(F::emin - 1 + 127) << 23, one = uint32_t(F::emin - F::p + 1 + 23 + 127) << 23;
    const uint32_t magnitude = bits_as<uint32_t>(x) & 0x7FFFFFFFu;
    const uint32_t subnormal = bits_as<uint32_t>(bits_as<float>(magnitude) + bits_as<float>(one)) - one;
    return chosen(magnitude < normal, subnormal, (magnitude - rebias) >> (24 - F::p));
}
template <class F> PR_INLINE uint32_t decoded(uint32_t code) {
    constexpr uint32_t rebias = uint32_t(F::emin - 1 + 127) << 23, one = uint32_t(F::emin - F::p + 1 + 23 + 127) << 23;
    const uint32_t subnormal = bits_as<uint32_t>(bits_as<float>(code + one) - bits_as<float>(one));
    return chosen(code < (uint32_t(1) << (F::p - 1)), subnormal, (code << (24 - F::p)) + rebias);
}

struct binary16 {
    uint16_t code;
    binary16() = default;
    PR_INLINE constexpr explicit binary16(int code) : code(uint16_t(code)) {}
#if defined(__AMDGCN__)
    PR_INLINE explicit binary16(float x) : code(bits_as<uint16_t>(_Float16(x))) {}
    PR_INLINE operator float() const { return float(bits_as<_Float16>(code)); }
#else
    PR_INLINE explicit binary16(float x) {
        const uint32_t bits = bits_as<uint32_t>(x), magnitude = bits & 0x7FFFFFFFu;
        uint32_t m = encoded<F_binary16>(x);
        m = chosen(magnitude == 0x7F800000u, 0x7C00u, m);
        m = chosen(magnitude > 0x7F800000u, 0x7E00u, m);
        code = uint16_t((bits >> 16 & 0x8000u) | m);
    }
    PR_INLINE operator float() const {
        const uint32_t c = code, m = c & 0x7FFFu;
        uint32_t r = decoded<F_binary16>(m);
        r = chosen(m >= 0x7C00u, m << 13 | 0x7F800000u, r);
        return bits_as<float>(r | (c << 16 & 0x80000000u));
    }
#endif
};

struct e5m2 {  // the upper byte of a binary16 code
    uint8_t code;
    e5m2() = default;
    PR_INLINE constexpr explicit e5m2(int code) : code(uint8_t(code)) {}
    PR_INLINE explicit e5m2(float x) : code(uint8_t(binary16(x).code >> 8)) {}
    PR_INLINE operator float() const { return float(binary16(int(code) << 8)); }
};

struct e4m3 {
    uint8_t code;
    e4m3() = default;
    PR_INLINE constexpr explicit e4m3(int code) : code(uint8_t(code)) {}
    PR_INLINE explicit e4m3(float x) {
        const uint32_t bits = bits_as<uint32_t>(x);
        code = uint8_t((bits >> 24 & 0x80u) | chosen(x != x, 0x7Fu, encoded<F_e4m3>(x)));
    }
    PR_INLINE operator float() const {
        const uint32_t c = code, m = c & 0x7Fu;
        const uint32_t r = chosen(m == 0x7Fu, 0x7FC00000u, decoded<F_e4m3>(m));
        return bits_as<float>(r | (c << 24 & 0x80000000u));
    }
};

// Scaled formats: x is held as x * 2^K in a format of 16 bits or less. R is the type of a value in registers: float where binary32 holds
// all of them, else double. The products with powers of two are exact: what they could round is far below the smallest subnormal.
template <class R, int K> PR_INLINE constexpr R power() {
    R p = R(1);
    for (int k = 0; k < (K < 0 ? -K : K); ++k) p *= K < 0 ? R(0.5) : R(2);
    return p;
}
template <class F, int K, class R> struct Round_scaled {
    template <class T> static PR_INLINE R to(T x) {
        using W = decltype(T(0) * R(0));
        constexpr W up = power<W, K>();
        constexpr R down = power<R, -K>();
        return R(round_to<F>(W(x) * up)) * down;
    }
    template <class T> static PR_INLINE T apply(T x) { return T(to(x)); }
};
template <class M, int K, class R> struct scaled {
    M held;
    scaled() = default;
    PR_INLINE constexpr explicit scaled(int code) : held(code) {}
    PR_INLINE explicit scaled(R x) : held(float(x * power<R, K>())) {}  // x is a value of the format
    PR_INLINE operator R() const { return R(float(held)) * power<R, -K>(); }
};

}  // namespace pr

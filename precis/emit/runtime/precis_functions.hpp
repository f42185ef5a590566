// More elementary functions without jumps, so that loops over them vectorise; in binary64, of which binary32 takes the rounded result,
// but for log1p and expm1, which it has of its own.
// Errors in binary64 below 1 ulp (arcsin, arccos, arctan, exp2, pow, log2, log10), 0.9 ulp (log1p), 1.3 ulp (expm1, cosh, hypot) and 1.6 ulp (arctan2, sinh);
// measured by benchmarks/libm.py and tests/emit/test_math.py. Polynomials and steps of arcsin, arccos, arctan and expm1: FreeBSD's e_asin.c, e_acos.c, s_atan.c and s_expm1.c
// (Copyright (C) 1993 by Sun Microsystems, Inc.; permission to use, copy, modify and distribute this software is freely granted, provided that
// this notice is preserved).
#pragma once

#include "precis_math.hpp"

namespace pr {

constexpr double HALF_PI = 1.57079632679489655800e+00, HALF_PI_LOW = 6.12323399573676603587e-17;

PR_INLINE double upper(double x) { return bits_as<double>(bits_as<uint64_t>(x) & 0xFFFFFFFF00000000u); }

// (arcsin(s) - s) / s for t = s^2 <= 1/4
PR_INLINE double arcsin_rest(double t) {
    const double p = t * (1.66666666666666657415e-01 + t * (-3.25565818622400915405e-01 + t * (2.01212532134862925881e-01 +
                     t * (-4.00555345006794114027e-02 + t * (7.91534994289814532176e-04 + t * 3.47933107596021167570e-05)))));
    const double q = 1.0 + t * (-2.40339491173441421878e+00 + t * (2.02094576023350569471e+00 + t * (-6.88283971605453293030e-01 +
                     t * 7.70381505559019352791e-02)));
    return p / q;
}
PR_INLINE double arcsin(double x) {
    const double a = PR_BUILTIN(fabs)(x), half = 0.5 * (1.0 - a), t = a < 0.5 ? x * x : half, r = arcsin_rest(t);
    const double s = PR_BUILTIN(sqrt)(t), w = upper(s), sum = s + w, c = (t - w * w) / (sum == 0.0 ? 1.0 : sum);
    const double p = 2.0 * s * r - (HALF_PI_LOW - 2.0 * c), large = 0.5 * HALF_PI - (p - (0.5 * HALF_PI - 2.0 * w));
    const double small = a + a * r;
    return PR_BUILTIN(copysign)(a < 0.5 ? small : large, x);
}
PR_INLINE double arccos(double x) {
    const double a = PR_BUILTIN(fabs)(x), half = 0.5 * (1.0 - a), t = a < 0.5 ? x * x : half, r = arcsin_rest(t);
    const double s = PR_BUILTIN(sqrt)(t), w = upper(s), sum = s + w, c = (t - w * w) / (sum == 0.0 ? 1.0 : sum);
    const double small = HALF_PI - (x - (HALF_PI_LOW - x * r)), above = 2.0 * (w + (r * s + c));
    const double below = 2.0 * HALF_PI - 2.0 * (s + (r * s - HALF_PI_LOW)), large = x > 0.0 ? above : below;
    return a < 0.5 ? small : large;
}

// arctan(y / x) for y, x >= 0: about 0, 1/2, 1, 3/2 or infinity, whichever is nearest
PR_INLINE double arctan_ratio(double y, double x) {
    const bool one = y >= 0.4375 * x, two = y >= 0.6875 * x, three = y >= 1.1875 * x, four = y >= 2.4375 * x;
    double over = one ? 2.0 * y - x : y, under = one ? 2.0 * x + y : x;
    double high = one ? 4.63647609000806093515e-01 : 0.0, low = one ? 2.26987774529616870924e-17 : 0.0;
    over = two ? y - x : over, under = two ? x + y : under;
    high = two ? 7.85398163397448278999e-01 : high, low = two ? 3.06161699786838301793e-17 : low;
    over = three ? y - 1.5 * x : over, under = three ? x + 1.5 * y : under;
    high = three ? 9.82793723247329054082e-01 : high, low = three ? 1.39033110312309984516e-17 : low;
    over = four ? -x : over, under = four ? y : under;
    high = four ? HALF_PI : high, low = four ? HALF_PI_LOW : low;
    const double u = over / under, z = u * u, w = z * z;
    const double odd = z * (3.33333333333329318027e-01 + w * (1.42857142725034663711e-01 + w * (9.09088713343650656196e-02 +
                       w * (6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
    const double even = w * (-1.99999999998764832476e-01 + w * (-1.11111104054623557880e-01 + w * (-7.69187620504482999495e-02 +
                        w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
    return high - ((u * (odd + even) - low) - u);
}
PR_INLINE double arctan(double x) {
    const double a = PR_BUILTIN(fabs)(x), b = a > 1e300 ? 1e300 : a, y = arctan_ratio(b, 1.0);
    return x == 0.0 ? x : PR_BUILTIN(copysign)(y, x);
}
PR_INLINE double arctan2(double y, double x) {
    const double b = PR_BUILTIN(fabs)(y), a = PR_BUILTIN(fabs)(x), most = a > b ? a : b, inf = infinity<double>();
    const double up = most < 0x1p-900 ? 0x1p100 : 1.0, down = most > 0x1p1000 ? 0x1p-100 : up, scale = most == inf ? 0.0 : down;
    const double over = b == inf ? 1.0 : b * scale, under = a == inf ? 1.0 : a * scale;
    const double r = arctan_ratio(over, most == 0.0 ? 1.0 : under), back = 2.0 * HALF_PI - (r - 2.0 * HALF_PI_LOW);
    const double turned = PR_BUILTIN(copysign)(1.0, x) < 0.0 ? back : r, whole = PR_BUILTIN(copysign)(turned, y);
    const double number = x != x ? x : whole;
    return y != y ? y : number;
}

// sqrt(x^2 + y^2), scaled so that no square overflows or vanishes
PR_INLINE double hypot(double x, double y) {
    const double a = PR_BUILTIN(fabs)(x), b = PR_BUILTIN(fabs)(y), most = a > b ? a : b, inf = infinity<double>();
    const double scale = most > 0x1p500 ? 0x1p-600 : most < 0x1p-400 ? 0x1p600 : 1.0, back = most > 0x1p500 ? 0x1p600 : most < 0x1p-400 ? 0x1p-600 : 1.0;
    const double c = a * scale, d = b * scale, root = PR_BUILTIN(sqrt)(c * c + d * d) * back;
    return a == inf || b == inf ? inf : root;
}

// log(1 + x): what 1 + x rounds away is added back (Higham, Accuracy and Stability of Numerical Algorithms, 1.14.1), before f is, which is larger.
PR_INLINE double log1p(double x) {
    const double u = 1.0 + x, y = logarithm_of(power_and_rest_of_normal(u), (x - (u - 1.0)) / u), large = x == infinity<double>() ? x : y;
    const double inside = x == 0.0 ? x : large, outside = x == -1.0 ? -infinity<double>() : nan<double>();
    return x > -1.0 ? inside : outside;
}

// 2^k as a factor, for -1022 <= k <= 1023 held as a number
PR_INLINE double two_to(double k) { return bits_as<double>((bits_as<uint64_t>(k + (0x1.8p52 + 1023.0)) - bits_as<uint64_t>(0x1.8p52)) << 52); }

PR_INLINE double expm1(double x) {
    constexpr double magic = 0x1.8p52, ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
    double a = x > 710.0 ? 710.0 : x;
    a = a < -50.0 ? -50.0 : a;
    const double k = (a * 1.44269504088896338700 + magic) - magic;
    const double high = a - k * ln2_high, low = k * ln2_low, r = high - low, c = (high - r) - low;
    const double half = 0.5 * r, square = r * half;
    const double q = 1.0 + square * (-3.33333333333331316428e-02 + square * (1.58730158725481460165e-03 + square * (-7.93650757867487942473e-05 +
                     square * (4.00821782732936239552e-06 + square * -2.01099218183624371326e-07))));
    const double t = 3.0 - q * half, e = square * ((q - t) / (6.0 - r * t));
    const double rest = (r * (e - c) - c) - square, zero = r - (r * e - square);
    const double back = k > 1000.0 ? 0.0 : two_to(-k), first = two_to(k > 1.0 ? k - 1.0 : k), second = k > 1.0 ? 2.0 : 1.0;
    const double far = ((1.0 - back) - (rest - r)) * first * second;
    const double y = k == 0.0 ? zero : far;
    const double inside = x == 0.0 ? x : y;
    const double above = x > 709.782712893384 ? infinity<double>() : inside;
    return x < -40.0 ? -1.0 : above;
}
PR_INLINE double exp2(double x) {
    constexpr double magic = 0x1.8p52;
    double a = x > 1025.0 ? 1025.0 : x;
    a = a < -1080.0 ? -1080.0 : a;
    const double shifted = a + magic, k = shifted - magic, f = a - k;
    const double high = f * 6.93147180369123816490e-01, low = -f * 1.90821492927058770002e-10, r = high - low, t = r * r;
    const double c = r - t * (1.66666666666666019037e-01 + t * (-2.77777777770155933842e-03 + t * (6.61375632143793436117e-05 +
                              t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    const double y = 1.0 - ((low - (r * c) / (2.0 - c)) - high);
    const uint64_t n = bits_as<uint64_t>(shifted) - bits_as<uint64_t>(magic) + 2048, half = n >> 1;
    return y * bits_as<double>((half - 1) << 52) * bits_as<double>((n - half - 1) << 52);
}
// Half of exp(a), which is finite as long as sinh and cosh are: a <= LAST.
constexpr double LAST = 7.10475860073943863426e+02;
PR_INLINE double half_exp(double a) {
    const Exponential e = exponential(a > LAST ? LAST : a);
    return times_power(e.y, e.shifted - 1.0);
}
// Below 1 a polynomial, 2^-56 of x^3 apart (least squares at Chebyshev points, mpmath); the difference would cancel.
PR_INLINE double sinh(double x) {
    const double a = PR_BUILTIN(fabs)(x), z = a * a, w = z * z, half = half_exp(a), large = a > LAST ? infinity<double>() : half - 0.25 / half;
    const double p = (0x1.5555555555555p-3 + z * 0x1.1111111111198p-7) +
                     w * ((0x1.a01a01a00b9c1p-13 + z * 0x1.71de3a5e9b932p-19) + w * ((0x1.ae645336d9984p-26 + z * 0x1.612234645d756p-33) + w * 0x1.b260b131dcbc5p-41));
    const double y = a < 1.0 ? a + a * (z * p) : large;
    return PR_BUILTIN(copysign)(x == x ? y : x, x);
}
PR_INLINE double cosh(double x) {
    const double a = PR_BUILTIN(fabs)(x), half = half_exp(a), y = a > LAST ? infinity<double>() : half + 0.25 / half;
    return x == x ? y : x;
}

#if defined(__FP_FAST_FMA)
PR_INLINE double fused(double x, double y, double z) { return __builtin_fma(x, y, z); }

// log x = high + low for x > 0, to about 2^-65 of its size: x = 2^k m as in log, log m = 2 artanh(s) with s = f / (2 + f) in two parts. artanh(s) =
// s + s z (1/3 + z q(z)), z = s^2, |s| < 0.1716; q interpolates at Chebyshev points, 2^-70 of the whole apart. Anything for other x.
struct Logarithm {
    double high, low;
};
PR_INLINE Logarithm logarithm(double x) {
    const Power_and_rest parts = power_and_rest(x);
    const double k = parts.k, m = parts.m, f = m - 1.0;
    const double d = m + 1.0, d_low = m - (d - 1.0), inverse = 1.0 / d;
    const double s = f * inverse, s_low = (fused(-s, d, f) - s * d_low) * inverse;
    const double z = s * s, z_low = fused(s, s, -z) + 2.0 * s * s_low, w = z * z;
    const double first = fused(z, 0x1.2492492492522p-3, 0x1.999999999999ap-3), second = fused(z, 0x1.745d177ad436ap-4, 0x1.c71c71c6ea5acp-4);
    const double third = fused(z, 0x1.1118cd67251c5p-4, 0x1.3b1395b82701ep-4), fourth = fused(z, 0x1.e03a7acf07f86p-5, 0x1.df7ba1f4809c3p-5);
    const double q = z * fused(w * w, fused(w, fourth, third), fused(w, second, first));
    constexpr double c = 0x1.5555555555555p-2, c_low = 0x1.5555555555555p-56;
    const double p = c + q, p_low = ((c - p) + q) + c_low;
    const double t = z * p, t_low = fused(z, p, -t) + (z * p_low + z_low * p);
    const double r = s * t, r_low = fused(s, t, -r) + (s * t_low + s_low * t);
    const double sum = s + r, sum_low = ((s - sum) + r) + (s_low + r_low);
    const double whole = k * 6.93147180369123816490e-01, high = whole + 2.0 * sum;
    const double low = ((whole - high) + 2.0 * sum) + (2.0 * sum_low + k * 1.90821492927058770002e-10);
    const double y = high + low;
    return {y, (high - y) + low};
}

// The logarithm to another base, of which log 2 is two + two_low (k two exact): log m as in log, but that its first terms keep what they
// round away, times factor + factor_low. s and what it multiplies are in two parts, too. k is added last, so that powers of two have exact logarithms. Errors below 0.6 ulp.
PR_INLINE double logarithm_to(double x, double factor, double factor_low, double two, double two_low) {
    const Power_and_rest parts = power_and_rest(x);
    const double k = parts.k, f = parts.m - 1.0;
    const double half = 0.5 * f, square = half * f, d = 2.0 + f, s = f / d, z = s * s, w = z * z;
    const double s_low = 0.5 * (fused(-s, d, f) - s * (f - (d - 2.0)));  // for 1 / d: it is to correct, no more
    const double odd = w * fused(w, fused(w, 1.531383769920937332e-01, 2.222219843214978396e-01), 3.999999999940941908e-01);
    const double even = z * fused(w, fused(w, fused(w, 1.479819860511658591e-01, 1.818357216161805012e-01), 2.857142874366239149e-01),
                                  6.666666666666735130e-01);
    const double square_low = fused(half, f, -square), more = even + odd, sum = square + more, sum_low = (square - sum) + more + square_low;
    const double first = f - square, rest = ((f - first) - square) - square_low;
    const double second = s * sum, second_low = fused(s, sum, -second) + fused(s, sum_low, fused(s_low, sum, rest));
    const double high = first * factor, tiny = fused(second_low, factor, fused(first, factor_low, fused(first, factor, -high)));
    const double low = fused(second, factor, tiny);
    const double whole = k * two, y = whole + high, inside = y + (((whole - y) + high) + fused(k, two_low, low));
    const double outside = x == 0.0 ? -infinity<double>() : nan<double>(), finite = x == infinity<double>() ? x : inside;
    return x > 0.0 ? finite : outside;
}
PR_INLINE double log2(double x) { return logarithm_to(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, 1.0, 0.0); }
PR_INLINE double log10(double x) {
    return logarithm_to(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 3.01029995663611771306e-01, 3.69423907715893078616e-13);
}

// exp(x + rest), |rest| far below 1: 1 + r + r^2 / 2 + r^3 p(r) with p at Chebyshev points, 2^-61 apart.
PR_INLINE double exp_of(double x, double rest) {
    constexpr double magic = 0x1.8p52;
    double a = x > 710.0 ? 710.0 : x;
    a = a < -746.0 ? -746.0 : a;
    const double shifted = a * 1.44269504088896338700 + magic, k = shifted - magic;
    const double high = a - k * 6.93147180369123816490e-01, low = k * 1.90821492927058770002e-10 - rest, r = high - low, z = r * r, w = z * z;
    const double first = fused(r, 0x1.5555555555555p-5, 0x1.5555555555556p-3), second = fused(r, 0x1.6c16c16c167dep-10, 0x1.11111111109adp-7);
    const double third = fused(r, 0x1.a01a01a47db6fp-16, 0x1.a01a01a7c8d47p-13), fourth = fused(r, 0x1.27e4e1ea0f53ap-22, 0x1.71de0d9c145d0p-19);
    const double fifth = fused(r, 0x1.1f66f85dfa20ap-29, 0x1.af38d53857513p-26);
    const double p = fused(w, fused(w, fifth, fused(z, fourth, third)), fused(z, second, first));
    const double sum = 1.0 + r, y = sum + (((1.0 - sum) + r) + fused(z, fused(r, p, 0.5), (high - r) - low));
    const uint64_t n = bits_as<uint64_t>(shifted) - bits_as<uint64_t>(magic) + 2048, half = n >> 1;  // 2^k in two factors
    return y * bits_as<double>((half - 1) << 52) * bits_as<double>((n - half - 1) << 52);
}

// A power of abs(x) as the power of x: y odd turns the sign, y no integer leaves no number.
PR_INLINE double signed_power(double x, double y, double power) {
    const double half = 0.5 * y, off = PR_BUILTIN(fabs)(PR_BUILTIN(rint)(half) - half), sign = off == 0.5 ? -0.0 : 0.0;
    const double turned = bits_as<double>(bits_as<uint64_t>(power) ^ (bits_as<uint64_t>(x) & bits_as<uint64_t>(sign)));
    const double part = PR_BUILTIN(rint)(y) == y ? -0.0 : nan<double>(), below = x < 0.0 ? part : -0.0;  // adding -0 changes nothing
    return turned + (x == -infinity<double>() ? -0.0 : below);
}
PR_INLINE double pow(double x, double y) {
    const double a = PR_BUILTIN(fabs)(x);
    const Logarithm l = logarithm(a);
    const double above = a == 0.0 ? -infinity<double>() : l.high, high = a < infinity<double>() ? above : a;
    const double plain = y * high, product = a == 1.0 ? 0.0 : plain, rest = fused(y, high, -product) + y * l.low;
    const double power = signed_power(x, y, exp_of(product, PR_BUILTIN(fabs)(plain) < 1000.0 ? rest : 0.0));
    const double other = x == 1.0 ? 1.0 : power;
    return y == 0.0 ? 1.0 : other;
}
// In binary32, products of logarithms in binary64 are exact enough.
PR_INLINE float pow(float x, float y) {
    const double a = x, b = y, high = log(PR_BUILTIN(fabs)(a)), product = b * high;
    const double power = signed_power(a, b, exp_of(high == 0.0 ? 0.0 : product, 0.0));
    const double other = a == 1.0 ? 1.0 : power;
    return float(b == 0.0 ? 1.0 : other);
}
#else
PR_INLINE double log2(double x) { return PR_BUILTIN(log2)(x); }
PR_INLINE double log10(double x) { return PR_BUILTIN(log10)(x); }
PR_INLINE double pow(double x, double y) { return PR_BUILTIN(pow)(x, y); }
PR_INLINE float pow(float x, float y) { return PR_BUILTIN(powf)(x, y); }
#endif

#define PR_NARROW(f) \
    PR_INLINE float f(float x) { return float(f(double(x))); }
#define PR_NARROW2(f) \
    PR_INLINE float f(float x, float y) { return float(f(double(x), double(y))); }
PR_NARROW(arcsin) PR_NARROW(arccos) PR_NARROW(arctan) PR_NARROW(exp2) PR_NARROW(sinh) PR_NARROW(cosh)
PR_NARROW2(arctan2)

// No square of a binary32 number is too large or too small for binary64.
PR_INLINE float hypot(float x, float y) {
    const double a = x, b = y, root = PR_BUILTIN(sqrt)(a * a + b * b);
    const bool endless = PR_BUILTIN(fabsf)(x) == infinity<float>() || PR_BUILTIN(fabsf)(y) == infinity<float>();
    return endless ? infinity<float>() : float(root);
}

// Near 0 the series, since log(1 + x) is as wrong as x is small. Within 1.24 ulp (all numbers were tried).
PR_INLINE float log1p(float x) {
    const float u = 1.0f + x, rest = (x - (u - 1.0f)) / u, y = log(u) + rest, large = x == infinity<float>() ? x : y;
    const float near = x - x * x * (0.5f - x * (0.33333334f - x * 0.25f));
    const float inside = PR_BUILTIN(fabsf)(x) < 0x1p-7f ? near : large;
    return x == -1.0f ? -infinity<float>() : inside;
}
PR_INLINE float two_to(float k) { return bits_as<float>((bits_as<uint32_t>(k + (0x1.8p23f + 127.0f)) - bits_as<uint32_t>(0x1.8p23f)) << 23); }

// With the polynomial of exp; next to 0 the power is taken first, for what it loses beside 1. Within 1.20 ulp (likewise).
PR_INLINE float expm1(float x) {
    constexpr float magic = 0x1.8p23f, ln2_high = 0.693145751953125f, ln2_low = 1.428606765330187045e-06f;
    float a = x > 89.0f ? 89.0f : x;
    a = a < -30.0f ? -30.0f : a;
    const float k = (a * 1.44269504f + magic) - magic;
    const float high = a - k * ln2_high, low = k * ln2_low, r = high - low, c = (high - r) - low;
    const float p = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r + 1.6666665459e-1f) * r +
                    5.0000001201e-1f;
    const float small = r * r * p + c, q = r + small, back = k > 100.0f ? 0.0f : two_to(-k);
    const float first = two_to(k > 1.0f ? k - 1.0f : k), second = k > 1.0f ? 2.0f : 1.0f;
    const float far = ((1.0f - back) + q) * first * second, near = ((first - 1.0f) + first * r) + first * small;
    const float next = PR_BUILTIN(fabsf)(k) == 1.0f ? near : far, y = k == 0.0f ? q : next, inside = x == 0.0f ? x : y;
    const float above = x > 88.72283f ? infinity<float>() : inside, number = x == x ? above : x;
    return x < -18.0f ? -1.0f : number;
}

PR_INLINE float log2(float x) { return float(log(double(x)) * 0x1.71547652b82fep+0); }
PR_INLINE float log10(float x) { return float(log(double(x)) * 0x1.bcb7b1526e50ep-2); }

}  // namespace pr

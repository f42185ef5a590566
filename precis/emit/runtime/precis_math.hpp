// exp, log, tanh, sin, cos and tan of binary32 and binary64 without branches, so that loops over them vectorise, and the same in vectors and
// alone. Errors below 1 ulp (exp, log, sin, cos, tan) and 2 ulp (tanh). exp and log of binary64, log of binary32, sin and cos: the polynomials of
// FreeBSD's e_exp.c, e_log.c, e_logf.c, k_sin.c, k_cos.c, k_sinf.c, k_cosf.c and the parts of pi/2 of e_rem_pio2.c (Copyright (C) 1993, 2004 by Sun Microsystems, Inc.; permission to use, copy, modify and distribute this
// software is freely granted, provided that this notice is preserved). exp of binary32 and tanh: approximations of S. L. Moshier,
// Methods and Programs for Mathematical Functions, 1989. No fused operations, so results do not depend on the processor. exp, sin and cos of
// binary64 add up their terms in pairs (Estrin, Organization of computer systems, 1960): a chain of them is what a loop in order waits for.
#pragma once

#include "precis_formats.hpp"

namespace pr {

// y 2^k for y in (1/2, 2), with k in the low bits of `shifted`, as long as it does not overflow. What is subnormal is the sum of y and a power
// of two whose last bit stands for the least number: rounded once, as a product would be, for which processors take a hundred times as long.
PR_INLINE double times_power(double y, double shifted) {
    constexpr uint64_t one = uint64_t(1) << 52;
    const uint64_t k = bits_as<uint64_t>(shifted) << 52, normal = bits_as<uint64_t>(y) + k;
    const uint64_t tiny = bits_as<uint64_t>(y + bits_as<double>(one - k)) - (one - k);
    return bits_as<double>(int64_t(normal) < int64_t(one) ? tiny : normal);
}
PR_INLINE float times_power(float y, float shifted) {
    constexpr uint32_t one = uint32_t(1) << 23;
    const uint32_t k = bits_as<uint32_t>(shifted) << 23, normal = bits_as<uint32_t>(y) + k;
    const uint32_t tiny = bits_as<uint32_t>(y + bits_as<float>(one - k)) - (one - k);
    return bits_as<float>(int32_t(normal) < int32_t(one) ? tiny : normal);
}

// x rounded to an integer, as a number and as bits: adding 1.5 * 2^52 leaves the integer in the low bits. From the first x on whose result is
// infinite, and where x is no number, the result is x + infinity.
struct Exponential {  // y 2^k, with k in the low bits of `shifted`
    double y, shifted;
};
PR_INLINE Exponential exponential(double a) {
    constexpr double magic = 0x1.8p52, ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
    const double shifted = a * 1.44269504088896338700 + magic, k = shifted - magic;
    const double high = a - k * ln2_high, low = k * ln2_low, r = high - low, t = r * r, w = t * t;
    const double c = r - t * ((1.66666666666666019037e-01 + t * -2.77777777770155933842e-03) +
                              w * ((6.61375632143793436117e-05 + t * -1.65339022054652515390e-06) + w * 4.13813679705723846039e-08));
    return {1.0 - ((low - (r * c) / (2.0 - c)) - high), shifted};
}
PR_INLINE double exp(double x) {
    const Exponential e = exponential(x < -746.0 ? -746.0 : x);
    const double power = times_power(e.y, e.shifted);
    return x <= 709.782712893384 ? power : x + infinity<double>();
}

PR_INLINE float exp(float x) {
    constexpr float magic = 0x1.8p23f, ln2_high = 0.693145751953125f, ln2_low = 1.428606765330187045e-06f;
    const float a = x < -105.0f ? -105.0f : x;
    const float shifted = a * 1.44269504f + magic, k = shifted - magic;
    const float r = (a - k * ln2_high) - k * ln2_low;
    const float p = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r + 1.6666665459e-1f) * r +
                    5.0000001201e-1f;
    const float y = 1.0f + (r + r * r * p);
    const float power = times_power(y, shifted);
    return x <= 88.72283f ? power : x + infinity<float>();
}

// x = 2^k m with m in [sqrt(1/2), sqrt(2)), for normal x
struct Power_and_rest {
    double k, m;
};
PR_INLINE Power_and_rest power_and_rest_of_normal(double x) {
    const uint64_t bits = bits_as<uint64_t>(x), offset = bits - 0x3FE6A09E00000000u;
    const uint64_t biased = (offset + (uint64_t(1024) << 52)) >> 52;
    const double k = bits_as<double>(biased | 0x4330000000000000u) - (0x1p52 + 1024.0);
    return {k, bits_as<double>(bits - (offset & (uint64_t(0xFFF) << 52)))};
}
PR_INLINE Power_and_rest power_and_rest(double x) {
    const bool tiny = x < 0x1p-1022;
    const Power_and_rest parts = power_and_rest_of_normal(tiny ? x * 0x1p54 : x);
    return {parts.k - (tiny ? 54.0 : 0.0), parts.m};
}

// 2 artanh(s) = 2 s + s series(s^2) for |s| < 0.1716
PR_INLINE double series(double z) {
    const double w = z * z;
    const double odd = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    const double even = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 +
                             w * 1.479819860511658591e-01)));
    return even + odd;
}
// k log 2 + log m + rest, rest at most about an ulp of that
PR_INLINE double logarithm_of(Power_and_rest parts, double rest) {
    const double k = parts.k, f = parts.m - 1.0, square = 0.5 * f * f, s = f / (2.0 + f);
    return s * (square + series(s * s)) + (k * 1.90821492927058770002e-10 + rest) - square + f + k * 6.93147180369123816490e-01;
}
PR_INLINE double log(double x) {
    const double y = logarithm_of(power_and_rest(x), -0.0);
    const double outside = x == 0.0 ? -infinity<double>() : nan<double>();
    const double inside = x == infinity<double>() ? x : y;
    return x > 0.0 ? inside : outside;
}

PR_INLINE float log(float x) {
    const bool tiny = x < 0x1p-126f;
    const float a = tiny ? x * 0x1p25f : x;
    const uint32_t bits = bits_as<uint32_t>(a), offset = bits - 0x3F3504F3u;
    const uint32_t biased = (offset + (uint32_t(128) << 23)) >> 23;
    const float k = bits_as<float>(biased | 0x4B000000u) - (0x1p23f + 128.0f) - (tiny ? 25.0f : 0.0f);
    const float f = bits_as<float>(bits - (offset & (uint32_t(0x1FF) << 23))) - 1.0f;
    const float square = 0.5f * f * f, s = f / (2.0f + f), z = s * s, w = z * z;
    const float odd = w * (0.40000972152f + w * 0.24279078841f), even = z * (0.66666662693f + w * 0.28498786688f);
    const float y = s * (square + (even + odd)) + k * 9.0580006145e-06f - square + f + k * 6.9313812256e-01f;
    const float outside = x == 0.0f ? -infinity<float>() : nan<float>();
    const float inside = x == infinity<float>() ? x : y;
    return x > 0.0f ? inside : outside;
}

PR_INLINE double tanh(double x) {
    const double a = PR_BUILTIN(fabs)(x), z = x * x;
    const double p = (-9.64399179425052238628e-1 * z - 9.92877231001918586564e1) * z - 1.61468768441708447952e3;
    const double q = ((z + 1.12811678491632931402e2) * z + 2.23548839060100448583e3) * z + 4.84406305325125486048e3;
    const double small = a + a * z * (p / q), large = 1.0 - 2.0 / (exp(2.0 * a) + 1.0);
    return PR_BUILTIN(copysign)(a < 0.625 ? small : large, x);
}

PR_INLINE float tanh(float x) {
    const float a = PR_BUILTIN(fabsf)(x), z = x * x;
    const float p = (((-5.70498872745e-3f * z + 2.06390887954e-2f) * z - 5.37397155531e-2f) * z + 1.33314422036e-1f) * z - 3.33332819422e-1f;
    const float small = a + a * z * p, large = 1.0f - 2.0f / (exp(2.0f * a) + 1.0f);
    return PR_BUILTIN(copysignf)(a < 0.625f ? small : large, x);
}

#if !defined(PR_DEVICE)
// sin and cos of moderate arguments. x = n pi/2 + (r + tail): pi/2 in three parts of 33 bits and a rest (Cody & Waite 1980), so that the
// first three products with n < 2^20 are exact; each difference keeps its rounding error. The errors are not added to r, which begins the
// polynomials before they are known: the tail is as small as an ulp of r, or r is so small that only r + tail counts.
constexpr double MODERATE = 1e6;
PR_INLINE int64_t is_far(double x) { return !(PR_BUILTIN(fabs)(x) <= MODERATE); }

struct Reduced {
    double r, tail;
    uint64_t quadrant;
};
PR_INLINE double difference(double a, double b, double& error) {
    const double d = a - b, back = d - a;
    error += (a - (d - back)) - (b + back);
    return d;
}
PR_INLINE Reduced reduced(double x) {
    constexpr double magic = 0x1.8p52;
    const double shifted = x * 6.36619772367581382433e-01 + magic, n = shifted - magic;
    double error = 0.0;
    const double first = x - n * 1.57079632673412561417e+00;
    const double second = difference(first, n * 6.07710050630396597660e-11, error);
    const double third = difference(second, n * 2.02226624871116645580e-21, error);
    return {third, error - n * 8.47842766036889956997e-32, bits_as<uint64_t>(shifted) & 3};
}
// What is left of x, or of the cosine's first terms: sine = x - less, cosine = near + more
PR_INLINE double sine_less(double x, double tail) {
    const double z = x * x, v = z * x, w = z * z;
    const double p = (8.33333333332248946124e-03 + z * -1.98412698298579493134e-04) +
                     w * ((2.75573137070700676789e-06 + z * -2.50507602534068634195e-08) + w * 1.58969099521155010221e-10);
    return (z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01;
}
struct Cosine {
    double near, more;
};
PR_INLINE Cosine cosine_parts(double x, double tail) {
    const double z = x * x, half = 0.5 * z, near = 1.0 - half, w = z * z;
    const double p = (4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
                     w * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) +
                          w * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
    return {near, ((1.0 - near) - half) + (w * p - x * tail)};
}
PR_INLINE double sine(double x, double tail) { return x - sine_less(x, tail); }
PR_INLINE double cosine(double x, double tail) {
    const Cosine c = cosine_parts(x, tail);
    return c.near + c.more;
}
PR_INLINE double turned(const Reduced& a, uint64_t quadrant) {  // sin(r + quadrant pi/2)
    const double y = quadrant & 1 ? cosine(a.r, a.tail) : sine(a.r, a.tail);
    return bits_as<double>(bits_as<uint64_t>(y) ^ ((quadrant & 2) << 62));
}
PR_INLINE double sin_near(double x) {
    const Reduced a = reduced(x);
    const double y = turned(a, a.quadrant);
    return x == 0.0 ? x : y;
}
PR_INLINE double cos_near(double x) {
    const Reduced a = reduced(x);
    return turned(a, a.quadrant + 1);
}
// x y - product, exactly where product is near it and nothing underflows: halves of 26 and 27 bits have exact products (Dekker 1971).
PR_INLINE double product_rest(double x, double y, double product) {
#if defined(__FP_FAST_FMA)
    return __builtin_fma(x, y, -product);
#else
    const auto head = [](double a) { return bits_as<double>(bits_as<uint64_t>(a) & 0xFFFFFFFFF8000000u); };
    const double a = head(x), b = head(y), c = x - a, d = y - b;
    return (((a * b - product) + a * d) + c * b) + c * d;
#endif
}
// A quotient of sine and cosine, both with what they round away, of which as much is added to it.
PR_INLINE double tan_near(double x) {
    const Reduced a = reduced(x);
    const double less = sine_less(a.r, a.tail), s = a.r - less, s_low = (a.r - s) - less;
    const Cosine parts = cosine_parts(a.r, a.tail);
    const double c = parts.near + parts.more, c_low = (parts.near - c) + parts.more;
    const bool odd = a.quadrant & 1;
    const double over = odd ? -c : s, over_low = odd ? -c_low : s_low, under = odd ? s : c, under_low = odd ? s_low : c_low;
    const double inverse = 1.0 / under, q = over * inverse;
    const double y = q + (over_low - product_rest(q, under, over) - q * under_low) * inverse;
    return x == 0.0 ? x : y;
}
PR_INLINE double sin(double x) { return is_far(x) ? PR_BUILTIN(sin)(x) : sin_near(x); }
PR_INLINE double cos(double x) { return is_far(x) ? PR_BUILTIN(cos)(x) : cos_near(x); }
PR_INLINE double tan(double x) { return is_far(x) ? PR_BUILTIN(tan)(x) : tan_near(x); }

// For binary32 everything is done in binary64, where two parts of pi/2 and four terms are enough.
struct Moved {
    double odd, even;
    uint64_t quadrant;
};
PR_INLINE Moved moved(float x) {
    constexpr double magic = 0x1.8p52;
    const double a = x, shifted = a * 6.36619772367581382433e-01 + magic, n = shifted - magic;
    const double r = (a - n * 1.57079632673412561417e+00) - n * 6.07710050650619224932e-11;
    const double z = r * r, w = z * z, cube = z * r;
    const double odd = (r + cube * (-0x15555554cbac77.0p-55 + z * 0x111110896efbb2.0p-59)) +
                       cube * w * (-0x1a00f9e2cae774.0p-65 + z * 0x16cd878c3b46a7.0p-71);
    const double even = ((1.0 + z * -0x1ffffffd0c5e81.0p-54) + w * 0x155553e1053a42.0p-57) +
                        w * z * (-0x16c087e80f1e27.0p-62 + z * 0x199342e0ee5069.0p-68);
    return {odd, even, bits_as<uint64_t>(shifted)};
}
PR_INLINE double turned(float x, uint64_t turns) {
    const Moved a = moved(x);
    const uint64_t quadrant = a.quadrant + turns;
    return bits_as<double>(bits_as<uint64_t>(quadrant & 1 ? a.even : a.odd) ^ ((quadrant & 2) << 62));
}
PR_INLINE float sin_near(float x) { return x == 0.0f ? x : float(turned(x, 0)); }
PR_INLINE float cos_near(float x) { return float(turned(x, 1)); }
PR_INLINE float tan_near(float x) {
    const Moved a = moved(x);
    const double y = a.quadrant & 1 ? -a.even / a.odd : a.odd / a.even;
    return x == 0.0f ? x : float(y);
}
PR_INLINE float sin(float x) { return is_far(x) ? PR_BUILTIN(sinf)(x) : sin_near(x); }
PR_INLINE float cos(float x) { return is_far(x) ? PR_BUILTIN(cosf)(x) : cos_near(x); }
PR_INLINE float tan(float x) { return is_far(x) ? PR_BUILTIN(tanf)(x) : tan_near(x); }
// exact: arguments may be of any size; otherwise all are known to be moderate.
PR_INLINE double sin(double x, bool exact) { return exact ? sin(x) : sin_near(x); }
PR_INLINE double cos(double x, bool exact) { return exact ? cos(x) : cos_near(x); }
PR_INLINE float sin(float x, bool exact) { return exact ? sin(x) : sin_near(x); }
PR_INLINE float cos(float x, bool exact) { return exact ? cos(x) : cos_near(x); }
PR_INLINE double tan(double x, bool exact) { return exact ? tan(x) : tan_near(x); }
PR_INLINE float tan(float x, bool exact) { return exact ? tan(x) : tan_near(x); }
#endif

}  // namespace pr

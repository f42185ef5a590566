// More elementary functions without jumps, so that loops over them vectorise; in binary64, of which binary32 takes the rounded result.
// Errors in binary64 below 1 ulp (arcsin, arccos, arctan, exp2), 1.3 ulp (log1p, expm1, cosh, hypot), 1.6 ulp (arctan2) and 1.8 ulp (sinh);
// measured by tests/emit/test_math.py. Polynomials and steps of arcsin, arccos, arctan and expm1: FreeBSD's e_asin.c, e_acos.c, s_atan.c and s_expm1.c
// (Copyright (C) 1993 by Sun Microsystems, Inc.; permission to use, copy, modify and distribute this software is freely granted, provided that
// this notice is preserved).
#pragma once

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
    const double b = PR_BUILTIN(fabs)(y), a = PR_BUILTIN(fabs)(x), most = a > b ? a : b;
    const double scale = most > 0x1p1000 ? 0x1p-100 : most < 0x1p-900 ? 0x1p100 : 1.0, inf = infinity<double>();
    const bool both = a == inf && b == inf, nothing = most == 0.0;
    const double over = both ? 1.0 : b * scale, under = both || nothing ? 1.0 : a * scale;
    const double r = b == inf && !both ? HALF_PI : arctan_ratio(over, under);
    const double turned = PR_BUILTIN(signbit)(x) ? 2.0 * HALF_PI - (r - 2.0 * HALF_PI_LOW) : r;
    return x != x || y != y ? nan<double>() : PR_BUILTIN(copysign)(turned, y);
}

// sqrt(x^2 + y^2), scaled so that no square overflows or vanishes
PR_INLINE double hypot(double x, double y) {
    const double a = PR_BUILTIN(fabs)(x), b = PR_BUILTIN(fabs)(y), most = a > b ? a : b, inf = infinity<double>();
    const double scale = most > 0x1p500 ? 0x1p-600 : most < 0x1p-400 ? 0x1p600 : 1.0, back = most > 0x1p500 ? 0x1p600 : most < 0x1p-400 ? 0x1p-600 : 1.0;
    const double c = a * scale, d = b * scale, root = PR_BUILTIN(sqrt)(c * c + d * d) * back;
    return a == inf || b == inf ? inf : root;
}

// log(1 + x): what 1 + x rounds away is added back (Higham, Accuracy and Stability of Numerical Algorithms, 1.14.1)
PR_INLINE double log1p(double x) {
    const double u = 1.0 + x, rest = (x - (u - 1.0)) / u, y = log(u) + rest, large = x > 0x1p60 ? log(x) : y;
    const double inside = x == 0.0 ? x : large;
    return x == -1.0 ? -infinity<double>() : inside;
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
PR_INLINE double sinh(double x) {
    const double a = PR_BUILTIN(fabs)(x), t = expm1(a > 709.0 ? 709.0 : a), s = 0.5 * (t + t / (t + 1.0)), half = exp(0.5 * a);
    return PR_BUILTIN(copysign)(a > 709.0 ? 0.5 * half * half : s, x);
}
PR_INLINE double cosh(double x) {
    const double a = PR_BUILTIN(fabs)(x), t = exp(a > 709.0 ? 709.0 : a), half = exp(0.5 * a);
    return a > 709.0 ? 0.5 * half * half : 0.5 * t + 0.5 / t;
}

#define PR_NARROW(f) \
    PR_INLINE float f(float x) { return float(f(double(x))); }
#define PR_NARROW2(f) \
    PR_INLINE float f(float x, float y) { return float(f(double(x), double(y))); }
PR_NARROW(arcsin) PR_NARROW(arccos) PR_NARROW(arctan) PR_NARROW(log1p) PR_NARROW(expm1) PR_NARROW(exp2) PR_NARROW(sinh) PR_NARROW(cosh)
PR_NARROW2(arctan2) PR_NARROW2(hypot)

}  // namespace pr

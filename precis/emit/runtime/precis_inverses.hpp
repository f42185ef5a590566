// Inverse hyperbolic functions and the cube root without jumps, so that loops over them vectorise, and the same in vectors and alone.
// Errors below 0.9 ulp (arcsinh, arccosh, arctanh: logarithms of what is known in two parts; arcsinh about 2^-53 1 ulp) and 0.51 ulp (cbrt);
// measured by benchmarks/libm.py and tests/emit/test_math.py. In binary32 the results of binary64, rounded.
#pragma once

#include "precis_functions.hpp"

namespace pr {

// log(a + sqrt(square + low)), for square + low the square of a and 1 more or less: the root's and the sum's errors are known exactly, and change
// the logarithm by their quotient with the sum. From LARGE on it is log 2a.
constexpr double LARGE = 0x1p30;
PR_INLINE double logarithm_with_root(double a, double square, double low) {
    const double r = PR_BUILTIN(sqrt)(square), more = low - product_rest(r, r, square), twice = 2.0 * r;
    const double big = a > r ? a : r, small = a > r ? r : a, sum = a + r, sum_low = (big - sum) + small;
    const bool large = a >= LARGE;
    const Power_and_rest parts = power_and_rest_of_normal(large ? a : sum);
    const double rest = (twice * sum_low + more) / (twice * sum);
    return logarithm_of({parts.k + (large ? 1.0 : 0.0), parts.m}, large ? 0.0 : rest);
}
PR_INLINE double arcsinh(double x) {
    const double a = PR_BUILTIN(fabs)(x), b = a < LARGE ? a : LARGE, t = b * b, square = 1.0 + t;
    const double big = t > 1.0 ? t : 1.0, small = t > 1.0 ? 1.0 : t, low = ((big - square) + small) + product_rest(b, b, t);
    const double y = logarithm_with_root(a < LARGE ? b : a, square, low);
    return a < infinity<double>() ? PR_BUILTIN(copysign)(y, x) : x;
}
PR_INLINE double arccosh(double x) {
    const double b = x < LARGE ? x : LARGE, t = b * b, square = t - 1.0, low = ((t - square) - 1.0) + product_rest(b, b, t);
    const double y = logarithm_with_root(x < LARGE ? b : x, square, low);
    const double inside = x < infinity<double>() ? y : x, outside = x == 1.0 ? 0.0 : nan<double>();
    return x > 1.0 ? inside : outside;
}

// Half of log((1 + a) / (1 - a)) with both sums in two parts; where that quotient would be next to 1, the logarithm's own series, which is that of artanh.
PR_INLINE double arctanh(double x) {
    const double a = PR_BUILTIN(fabs)(x), over = 1.0 + a, over_low = (1.0 - over) + a, under = 1.0 - a, under_low = (1.0 - under) - a;
    const double inverse = 1.0 / (over * under), q = over * (over * inverse);
    const double rest = (over_low - product_rest(q, under, over) - q * under_low) * (under * inverse);
    const Power_and_rest parts = power_and_rest_of_normal(q);
    const bool near = a < 0.17;
    const double k = parts.k, f = parts.m - 1.0, s = near ? a : f / (2.0 + f), r = series(s * s), square = 0.5 * f * f;
    const double y = s * (square + r) + (k * 1.90821492927058770002e-10 + rest) - square + f + k * 6.93147180369123816490e-01;
    const double inside = near ? a + 0.5 * a * r : 0.5 * y, outside = a == 1.0 ? infinity<double>() : nan<double>();
    return PR_BUILTIN(copysign)(a < 1.0 ? inside : outside, x);
}

// The cube root of m 2^(3 k), m in [1/2, 4). y is near m^(-1/3): a polynomial of least relative error (Remez; 2^-17) in what is left of m between 1 and 2, then
// a step of Newton (2^-33); m y^2 is near the root.
struct TowardsRoot {
    double k, m, y;
};
PR_INLINE TowardsRoot towards_root(double a) {
    constexpr double magic = 0x1.8p52;
    const uint64_t bits = bits_as<uint64_t>(a);
    const double e = bits_as<double>((bits >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0), k = (e * (1.0 / 3.0) + magic) - magic, left = e - 3.0 * k;
    const double f = bits_as<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u), z = f * f;
    const double p = (0x1.c7f366e094990p+0 + f * -0x1.90e7460aa00d5p+0) +
                     z * ((0x1.3e68bf655988cp+0 + f * -0x1.321c66939eb36p-1) + z * (0x1.3fa274766f1d9p-3 + f * -0x1.16d6fcc48d77ep-6));
    const double m = f * (left < 0.0 ? 0.5 : left > 0.0 ? 2.0 : 1.0);
    const double y = p * (left < 0.0 ? 0x1.428a2f98d728bp+0 : left > 0.0 ? 0x1.965fea53d6e3dp-1 : 1.0);
    return {k, m, y + y * ((1.0 - m * y * y * y) * (1.0 / 3.0))};
}
PR_INLINE double cbrt(double x) {
    const double a = PR_BUILTIN(fabs)(x);
    const bool tiny = a < 0x1p-1022;
    const TowardsRoot c = towards_root(tiny ? a * 0x1p54 : a);
    const double t = c.m * c.y * c.y, square = t * t, third = square * t, low = product_rest(square, t, third) + product_rest(t, t, square) * t;
    const double root = t + ((c.m - third) - low) * (c.y * c.y * (1.0 / 3.0)), y = root * two_to(c.k - (tiny ? 18.0 : 0.0));
    return a == 0.0 || !(a < infinity<double>()) ? x + x : PR_BUILTIN(copysign)(y, x);
}
PR_INLINE float cbrt(float x) {
    const float a = PR_BUILTIN(fabsf)(x);
    const TowardsRoot c = towards_root(a);
    const double y = c.m * c.y * c.y * two_to(c.k);
    return a == 0.0f || !(a < infinity<float>()) ? x + x : float(PR_BUILTIN(copysign)(y, double(x)));
}

PR_NARROW(arcsinh) PR_NARROW(arccosh) PR_NARROW(arctanh)

}  // namespace pr

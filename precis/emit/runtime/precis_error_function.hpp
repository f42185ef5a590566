// The error function and its complement without jumps, so that loops over them vectorise, and the same in vectors and alone; in binary64, of
// which binary32 takes the rounded result. Errors below 1.3 ulp (erf) and 3.7 ulp (erfc); measured by benchmarks/libm.py and tests/emit/test_math.py.
#pragma once

#include "precis_inverses.hpp"

namespace pr {

// erf(x) / x - 1 for z = x^2 < 1, 2^-56 apart: least squares at Chebyshev points (mpmath), each coefficient rounded before those behind it.
PR_INLINE double erf_rest(double z) {
    const double w = z * z, u = w * w;
    const double first = (0x1.ce2f21a040a5ep-4 - z * 0x1.b82ce311f49a9p-6) + w * (0x1.565bccf8bd912p-8 - z * 0x1.c02db035571f1p-11);
    const double second = (0x1.f9a2ba5a675fap-14 - z * 0x1.f4ca4de40ff53p-17) + w * (0x1.b97ffcd589cc3p-20 - z * 0x1.5c08c58c8ded0p-23) +
                          u * (0x1.d7298f0290a90p-27 - z * 0x1.abe1004c263f1p-31);
    return 0x1.06eba8214db68p-3 + z * (-0x1.812746b0379b4p-2 + z * (first + u * second));
}
// erfc(x) for x >= 1/2: exp(-x^2) / (x + 4) times a polynomial in t = (x - 4) / (x + 4), which is (x + 4) exp(x^2) erfc(x),
// 2^-54 of that apart. What x^2, t and 1 / (x + 4) round away changes the result by its share; `slope` is that of log p, to 2^-7.
PR_INLINE double erfc_tail(double x) {
    const double a = x > 28.0 ? 28.0 : x, s = a + 4.0, s_low = (4.0 - s) + a, inverse = 1.0 / s;
    const double d = a - 4.0, d_low = a - (d + 4.0), t = d * inverse;
    const double t_low = (d_low - product_rest(t, s, d) - t * s_low) * inverse, inverse_low = -product_rest(inverse, s, 1.0) - inverse * s_low;
    const double w = t * t, u = w * w;
    const double first = (0x1.8be202d26c742p-1 - t * 0x1.14eacb1ad0354p-1) + w * (0x1.52cac2370f189p-2 - t * 0x1.645fd8a4bb5f5p-3);
    const double second = (0x1.38dbd2c91caa7p-4 - t * 0x1.b00c052c799f0p-6) + w * (0x1.908f4708453aap-8 - t * 0x1.269b51c37d480p-12);
    const double third = (-0x1.dd283e071b2b4p-12 + t * 0x1.72cda61245f55p-13) + w * (-0x1.e7efeeb6b83fep-19 - t * 0x1.3c6ee05c6b221p-16);
    const double fourth = (0x1.3b087ebf144a2p-18 + t * 0x1.7e56c8d67cb25p-20) + w * (-0x1.c58e16e0bb174p-21 - t * 0x1.45de2002fb337p-24) +
                          u * ((0x1.043c222ac0ebep-23 + t * 0x1.50eac15c53c81p-30) + w * -0x1.b456482749c9ep-27);
    const double p = 0x1.18932bf08e154p+0 + t * (-0x1.f3fe31ecb49bfp-1 + t * (first + u * (second + u * (third + u * fourth))));
    const double slope = -0.8908 + t * (0.6328 - t * 0.2781);
    const double square = a * a, rest = (inverse_low + slope * t_low) - product_rest(a, a, square), power = exp(-square);
    return (power + power * rest) * (p * inverse);
}
PR_INLINE double erf(double x) {
    const double a = PR_BUILTIN(fabs)(x);
    return PR_BUILTIN(copysign)(a < 1.0 ? a + a * erf_rest(a * a) : 1.0 - erfc_tail(a), x);
}
PR_INLINE double erfc(double x) {
    const double a = PR_BUILTIN(fabs)(x), r = x * erf_rest(x * x), tail = erfc_tail(a);
    const double near = x < 0.25 ? 1.0 - (x + r) : 0.5 - ((x - 0.5) + r), far = x < 0.0 ? 2.0 - tail : tail;
    return a < 0.5 ? near : far;
}
PR_NARROW(erf) PR_NARROW(erfc)

}  // namespace pr

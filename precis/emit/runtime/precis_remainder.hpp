// Remainders of binary64 numbers in loops that compilers make of vectors, exactly (ADR 59). Where a loop calls `pr_fmod`, g++ takes the function
// of as many lanes as it has, by the name that the vector ABI of x86-64 gives it, as it takes those of libmvec.
//
// Of |a| and |b|, the whole number nearest to the rounded quotient is within 1 of the quotient while that is below 2^52. What it leaves is
// a multiple of the last place of one of them and at most |b|: fma is exact, and so is it to add or to subtract |b| once. Vectors with
// larger quotients, infinities or NaN are left to the library.
#pragma once

#include "precis.hpp"

#if defined(__x86_64__) && defined(__FMA__) && defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC diagnostic ignored "-Wpsabi"
namespace pr {
template <int N, class V> PR_INLINE V remainders(V a, V b) {
    double x[N], y[N], rest[N];
    memcpy(x, &a, sizeof x), memcpy(y, &b, sizeof y);
    int far = 0;
    PR_INDEPENDENT
    for (int k = 0; k < N; ++k) {
        const double limit = 4503599627370496.0, c = __builtin_fabs(x[k]), d = __builtin_fabs(y[k]);
        const double q = c / d, whole = (q + limit) - limit, r = __builtin_fma(-whole, d, c), up = r < 0.0 ? r + d : r;
        rest[k] = __builtin_copysign(up >= d ? up - d : up, x[k]);
        far |= !(q < limit) | !(d < infinity<double>());
    }
    if (far)
        for (int k = 0; k < N; ++k) rest[k] = __builtin_fmod(x[k], y[k]);
    memcpy(&a, rest, sizeof a);
    return a;
}
}  // namespace pr

#define PR_LINKED extern "C" __attribute__((visibility("hidden"), used)) inline
#define PR_REMAINDERS(set, lanes)                                                                                                     \
    typedef double pr_lanes_##set __attribute__((vector_size(8 * lanes)));                                                            \
    PR_LINKED pr_lanes_##set pr_fmod_##set(pr_lanes_##set, pr_lanes_##set) __asm__("_ZGV" #set "N" #lanes "vv_pr_fmod");              \
    PR_LINKED pr_lanes_##set pr_fmod_##set(pr_lanes_##set a, pr_lanes_##set b) { return pr::remainders<lanes>(a, b); }
PR_REMAINDERS(b, 2)
PR_REMAINDERS(c, 4)
PR_REMAINDERS(d, 4)
PR_REMAINDERS(e, 8)
PR_LINKED double pr_fmod_one(double, double) __asm__("pr_fmod");
PR_LINKED double pr_fmod_one(double a, double b) { return __builtin_fmod(a, b); }
extern "C" __attribute__((simd("notinbranch"), const, nothrow, visibility("hidden"))) double pr_fmod(double, double);

namespace pr {
PR_INLINE double fmod_in_lanes(double a, double b) { return pr_fmod(a, b); }
}  // namespace pr
#else
namespace pr {
PR_INLINE double fmod_in_lanes(double a, double b) { return fmod(a, b); }
}  // namespace pr
#endif

namespace pr {
// As pr::mod and pr::floordiv, without jumps, and without truth values of what is the same in all iterations: g++ 12 makes no vectors of these.
PR_INLINE double mod_in_lanes(double a, double b) {
    const double m = fmod_in_lanes(a, b), turned = m * copysign(1.0, b) < 0.0 ? m + b : m;
    return m == 0.0 ? copysign(0.0, b) : turned;
}
PR_INLINE double floordiv_in_lanes(double a, double b) {
    const double m = fmod_in_lanes(a, b), whole = (a - m) / b, plain = a / b, q = m * copysign(1.0, b) < 0.0 ? whole - 1.0 : whole;
    const double down = floor(q), nearest = q - down > 0.5 ? down + 1.0 : down, found = q == 0.0 ? copysign(0.0, plain) : nearest;
    const double zero = b == 0.0 ? 1.0 : 0.0;
    return abs(plain) * zero > 0.0 ? plain : found;
}
}  // namespace pr

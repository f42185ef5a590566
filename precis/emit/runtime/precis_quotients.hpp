// Quotients x / d by numbers that are known before a loop, by multiplication, the same bit for bit (ADR 161).
//
// z = 1 / |d| rounded, and z + y differs from 1 / |d| by at most 2^-105 of it. So q = fma(x, z, x y) is one of the two numbers around
// x / |d|, x - |d| q is a number, and fma(x - |d| q, z, q) is x / |d| correctly rounded (Markstein, IBM Journal of R & D 34(1), 1990), if
// nothing over- or underflows on the way: with |d| in [2^-200, 2^200] and |x| in [2^-750, 2^750], quotients and remainders are at least
// 2^-950. Of x = 0 only the sign would be lost, where y < 0.
#pragma once

#include "precis.hpp"

namespace pr {
// The magnitudes that a row has divided: the largest, and the smallest but 0; twice their bits.
struct Magnitudes {
    uint64_t most = 0, least = ~uint64_t(0);
    PR_INLINE static constexpr uint64_t power(int exponent) { return uint64_t(1023 + exponent) << 53; }
    PR_INLINE void see(double x) {
        const uint64_t bits = bits_as<uint64_t>(x) << 1, behind = bits - 1;
        most = most > bits ? most : bits;
        least = least < behind ? least : behind;
    }
    PR_INLINE bool moderate() const { return most <= power(750) && least >= power(-750) - 1; }
};

struct Divisor {
    double by, size, inverse, rest = 0;
    uint64_t sign;
    bool moderate = false;
    PR_INLINE explicit Divisor(double d)
        : by(d), size(__builtin_fabs(d)), inverse(1.0 / size), sign(bits_as<uint64_t>(d) & uint64_t(1) << 63) {
#if defined(__AVX512F__)
        asm("" : "+r"(sign));  // else compilers make two ways of max(x, 0) / d, one of which need not see a magnitude, and no vectors
        rest = __builtin_fma(-size, inverse, 1.0) / size;
        moderate = size >= 0x1p-200 && size <= 0x1p200;
#endif
    }
};

template <bool EXACT> PR_INLINE double over(double x, const Divisor& d, std::integral_constant<bool, EXACT>, Magnitudes& seen) {
#if defined(__AVX512F__)
    if constexpr (!EXACT) {
        const double up = bits_as<double>(bits_as<uint64_t>(x) ^ d.sign);
        seen.see(up);
        const double q = __builtin_fma(up, d.inverse, up * d.rest);
        const double exact = __builtin_fma(__builtin_fma(-d.size, q, up), d.inverse, q);
        return bits_as<double>(bits_as<uint64_t>(exact) | (bits_as<uint64_t>(up) & uint64_t(1) << 63));
    }
#endif
    return x / d.by;
}
}  // namespace pr

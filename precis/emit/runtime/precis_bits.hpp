// Sizes, truth values and numbers by their bits.
#pragma once

#include "precis_compiler.hpp"

namespace pr {

PR_INLINE constexpr int64_t size_floordiv(int64_t a, int64_t b) {
#if defined(__GNUC__) && !defined(PR_DEVICE)
    if (__builtin_constant_p(b) && b > 0 && (b & (b - 1)) == 0) return a >> __builtin_ctzll(static_cast<unsigned long long>(b));
#endif
    return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}
PR_INLINE constexpr int64_t size_min(int64_t a, int64_t b) { return a < b ? a : b; }
PR_INLINE constexpr int64_t size_max(int64_t a, int64_t b) { return a > b ? a : b; }
// Of start, start + 1, ... (`count` of them): how many, from the first on, lie below a limit, or do not exceed it.
PR_INLINE int64_t below(int64_t start, int64_t limit, int64_t count) {
    return start < limit && uint64_t(limit) - uint64_t(start) > uint64_t(count) ? count : start < limit ? limit - start : 0;
}
PR_INLINE int64_t up_to(int64_t start, int64_t limit, int64_t count) {
    return start > limit ? 0 : uint64_t(limit) - uint64_t(start) < uint64_t(count) ? limit - start + 1 : count;
}

// ---------------------------------------------------------------- bits

// Reals as integers. g++ 12 takes a conversion and the one back for trunc(x), which differs from them below nought (-0.0), beyond the range and
// for NaN, and as a call that may throw in functions that hold memory, whose loops it makes no vectors of. It does not know `nought`; alone,
// it is told nothing of the integer.
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
__attribute__((visibility("hidden"))) inline int64_t nought = 0;
template <class I, class T> PR_INLINE I to_integer(T x) { return I(x) + I(nought); }
template <class I, class T> PR_INLINE I to_integer_alone(T x) {
    I k = I(x);
    asm("" : "+r"(k));
    return k;
}
#else
template <class I, class T> PR_INLINE I to_integer(T x) { return I(x); }
template <class I, class T> PR_INLINE I to_integer_alone(T x) { return I(x); }
#endif

// Reals as unsigned integers as NumPy converts them, beyond their range too: modulo 2^32 and 2^64, by way of the signed integers of 64 bits.
template <class T> PR_INLINE uint32_t to_uint32(T x) { return uint32_t(int64_t(x)); }
template <class T> PR_INLINE uint64_t to_uint64(T x) {
    const T half = T(9223372036854775808.0);
    return x >= half ? uint64_t(int64_t(x - half)) ^ (uint64_t(1) << 63) : uint64_t(int64_t(x));
}

template <class To, class From> PR_INLINE To bits_as(From x) {
    static_assert(sizeof(To) == sizeof(From));
    To y;
    memcpy(&y, &x, sizeof y);
    return y;
}
template <class T> PR_INLINE constexpr T infinity() { return T(std::numeric_limits<double>::infinity()); }
template <class T> PR_INLINE constexpr T nan() { return T(std::numeric_limits<double>::quiet_NaN()); }

// A truth value in memory, compared: where it chooses whether to read another array, g++ 12 makes vectors of a comparison only.
PR_INLINE bool flag(const bool& x) { return reinterpret_cast<const unsigned char&>(x) != 0; }

// A truth value as wide as a number, beside which it is computed.
struct truth {
    int64_t bits;
    PR_INLINE void operator=(bool x) { bits = x; }
    PR_INLINE operator bool() const { return bits != 0; }
};
PR_INLINE bool flag(const truth& x) { return x.bits != 0; }

// Truth values in memory, from bytes and back to them; compilers take these out of a register and back one by one.
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
typedef char flag_bytes __attribute__((vector_size(16)));
typedef int64_t flag_halves __attribute__((vector_size(16)));
typedef long long flag_words __attribute__((vector_size(64)));
constexpr int64_t FLAGS = 8;  // in a vector of words
PR_INLINE int64_t widen_whole(const bool* from, truth* to, const int64_t count) {
    int64_t k = 0;
    for (; k + FLAGS <= count; k += FLAGS) {
        int64_t x;
        memcpy(&x, from + k, sizeof x);
        const flag_words y = __builtin_ia32_pmovsxbq512_mask((flag_bytes)flag_halves{x, 0}, flag_words{}, 255);
        memcpy(to + k, &y, sizeof y);
    }
    return k;
}
PR_INLINE int64_t narrow_whole(const truth* from, bool* to, const int64_t count) {
    int64_t k = 0;
    for (; k + FLAGS <= count; k += FLAGS) {
        flag_words x;
        memcpy(&x, from + k, sizeof x);
        const int64_t y = ((flag_halves)__builtin_ia32_pmovqb512_mask(x, flag_bytes{}, 255))[0];
        memcpy(to + k, &y, sizeof y);
    }
    return k;
}
#else
PR_INLINE int64_t widen_whole(const bool*, truth*, int64_t) { return 0; }
PR_INLINE int64_t narrow_whole(const truth*, bool*, int64_t) { return 0; }
#endif
PR_INLINE void widen(const bool* from, truth* to, const int64_t count) {
    for (int64_t k = widen_whole(from, to, count); k < count; ++k) to[k] = flag(from[k]);
}
PR_INLINE void narrow(const truth* from, bool* to, const int64_t count) {
    for (int64_t k = narrow_whole(from, to, count); k < count; ++k) to[k] = flag(from[k]);
}

// Whether an integer is odd, by a sign: of last bits that become truth values g++ 12 makes no vectors.
template <class T> PR_INLINE bool odd(T x) {
#if defined(PR_DEVICE)
    return (x & 1) != 0;
#else
    using Bits = std::make_unsigned_t<T>;
    return std::make_signed_t<T>(Bits(Bits(x) << (8 * sizeof(T) - 1))) < 0;
#endif
}

// One of two numbers by its bits, where g++ 12 makes no vectors of a choice: by a truth value from outside of the loop, or by one that chooses
// several times, which it takes into branches with all that lies between.
PR_INLINE double chosen_by_bits(bool first, double a, double b) {
    const uint64_t mask = -uint64_t(first);
    return bits_as<double>((bits_as<uint64_t>(a) & mask) | (bits_as<uint64_t>(b) & ~mask));
}
PR_INLINE float chosen_by_bits(bool first, float a, float b) {
    const uint32_t mask = -uint32_t(first);
    return bits_as<float>((bits_as<uint32_t>(a) & mask) | (bits_as<uint32_t>(b) & ~mask));
}
template <class T> PR_INLINE T chosen_by_bits(bool first, T a, T b) {  // of integers
    const T mask = T(-T(first));
    return T(T(a & mask) | T(b & T(~mask)));
}

}  // namespace pr

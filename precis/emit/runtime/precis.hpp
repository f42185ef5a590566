// Run-time support of emitted CPU code: number formats, rounding, elementary functions, sums in fixed order.
//
// Values of formats narrower than binary32 are held in float and rounded after every operation; in memory they are
// codes. All roundings are to nearest even, straight from the wide value, with subnormals, overflow and NaN as in
// IEEE 754 (and OCP 8-bit formats, non-saturating, for e4m3). Compile with -ffp-contract=off -fwrapv, never -ffast-math.
#pragma once

#if defined(PR_DEVICE)  // for a GPU: precis_gpu.hpp has included what stands for the headers below
#define PR_BUILTIN(f) ::f
#else
#define PR_BUILTIN(f) __builtin_##f
// As few as possible: <cmath>, <algorithm>, <map> and <vector> take a compiler longer than most programs do.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#endif

#if defined(PR_DEVICE)
#define PR_INDEPENDENT
#define PR_INLINE __host__ __device__ __forceinline__
#elif defined(__clang__)
#define PR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define PR_INLINE inline __attribute__((always_inline))
#elif defined(__GNUC__)
#define PR_INDEPENDENT _Pragma("GCC ivdep")
#define PR_INLINE inline __attribute__((always_inline))
#else
#define PR_INDEPENDENT
#define PR_INLINE inline
#endif

#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#define PR_ROLLED _Pragma("GCC unroll 1")  // a loop of few iterations: what compilers write out of it costs their time and saves none
#else
#define PR_ROLLED
#endif

#if defined(__GNUC__) && !defined(PR_DEVICE)
#define PR_GUESSED asm volatile("")  // in a branch: compilers make no selection of it
#define PR_SINGLE asm volatile("")   // in a loop: they make no vectors of it
#else
#define PR_GUESSED
#define PR_SINGLE
#endif

#if defined(__GNUC__)
#define PR_BODY __attribute__((always_inline))
#define PR_CALLED __attribute__((noinline))
#define PR_NEVER(condition) if (condition) __builtin_unreachable()  // what need not be computed again
#else
#define PR_BODY
#define PR_CALLED
#define PR_NEVER(condition)
#endif

// A sum that a loop adds up in order: the loop is not made of vectors, whose lanes would be taken apart again.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(PR_DEVICE)
#define PR_ONE_BY_ONE(sum) __asm__("" : "+x"(sum))
#elif defined(__GNUC__) && defined(__aarch64__) && !defined(PR_DEVICE)
#define PR_ONE_BY_ONE(sum) __asm__("" : "+w"(sum))
#else
#define PR_ONE_BY_ONE(sum)
#endif

// A loop whose vectors would be put together and taken apart byte by byte: compilers spend seconds on these.
#if defined(__GNUC__) && !defined(PR_DEVICE)
#define PR_BY_BYTES __asm__("")
#else
#define PR_BY_BYTES
#endif

// Loops whose iterations PR_THREADS threads may share (-fopenmp). The bodies end with PR_JOINED. `work` is about how long the whole loop takes,
// in tenths of a nanosecond.
#if defined(PR_THREADS)
#include "precis_threads.hpp"
#else
#define PR_SHARED(work, i, begin, end, step) for (int64_t i = begin; i < end; i += step)
#define PR_SHARED_INDEPENDENT(work, i, begin, end, step) PR_INDEPENDENT for (int64_t i = begin; i < end; i += step)
#define PR_JOINED
#endif

// The length of strips that are there for the caches alone: threads that share what is inside them take all in one.
#if defined(PR_THREADS)
#define PR_STRIP(length, extent) (extent)
#else
#define PR_STRIP(length, extent) (length)
#endif

#if defined(PR_QUAD)
extern "C" {
#include <quadmath.h>
}
#endif

namespace pr {

#if !defined(PR_DEVICE)
using wide = long double;
#endif
#if defined(PR_QUAD)
using quad = __float128;
#endif

// ---------------------------------------------------------------- memory

#if !defined(PR_DEVICE)

// Blocks that workspaces have left, kept for the next call of this thread: mapping large memory anew costs more than using it. All
// libraries of a process share one, by its name: another layout needs another number, or libraries of different versions would not agree.
inline namespace layout_2 {
struct Pool {
    struct Block {  // at its own beginning: what it holds, and the one that was given before it
        size_t bytes;
        Block* next;
    };
    static constexpr size_t most = size_t(1) << 28;  // bytes kept
    Block* blocks = nullptr;  // the one given last first: what a loop allocates, it finds there at once
    size_t kept = 0, used = 0, most_used = 0;  // most_used: by the last call
    static size_t rounded(size_t bytes) {  // to one of eight sizes between powers of two, so that loops that want more each time find some
        if (bytes >= size_t(1) << 16) return bytes;  // arrays of their own sizes find the block that they had before, still in the cache
        size_t step = 64;
        PR_ROLLED
        while (step * 16 <= bytes) step *= 2;
        return (bytes + step - 1) / step * step;
    }
    void* take(size_t bytes) {
        void* block = found(rounded(bytes));
        used += block ? bytes : 0;
        most_used = used > most_used ? used : most_used;
        return block;
    }
    void* found(size_t bytes) {  // the smallest that is large enough, unless all are much larger
        Block** best = nullptr;
        size_t size = 2 * bytes + 1;
        for (Block** at = &blocks; *at && size > bytes; at = &(*at)->next)
            if ((*at)->bytes >= bytes && (*at)->bytes < size) best = at, size = (*at)->bytes;
        if (!best) return std::aligned_alloc(64, bytes);
        Block* block = *best;
        *best = block->next;
        kept -= size;
        return block;
    }
    void give(void* block, size_t bytes) {
        used -= bytes;
        bytes = rounded(bytes);
        if (kept + bytes > most) {
            std::free(block);
            return;
        }
        blocks = new (block) Block{bytes, blocks};
        kept += bytes;
    }
    ~Pool() {
        PR_ROLLED
        for (Block *block = blocks, *next; block; block = next) {
            next = block->next;
            std::free(block);
        }
    }
    static Pool& mine() {
        static thread_local Pool pool;
        return pool;
    }
    // Called, not inlined: programs ask for memory at many places, and on many ways out of them.
    static PR_CALLED void* taken(size_t bytes) {
        void* block = mine().take(bytes);
        if (!block) throw std::bad_alloc();
        return block;
    }
    static PR_CALLED void given(void* block, size_t bytes) noexcept { mine().give(block, bytes); }
};
}

template <class T> struct Memory {  // uninitialised, aligned for vectors
    size_t bytes;
    T* data;
    explicit Memory(int64_t count)
        : bytes((size_t(count > 0 ? count : 0) * sizeof(T) + 127) / 64 * 64), data(static_cast<T*>(Pool::taken(bytes))) {}
    ~Memory() { Pool::given(data, bytes); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
};

// Memory that each iteration of a loop asks for: as much as the largest has wanted so far, and somewhat more, is held until the loop ends.
template <class T> struct Held {
    size_t bytes = 0;
    T* data = nullptr;
    Held() = default;
    PR_INLINE T* of(int64_t count) {
        const size_t wanted = (size_t(count > 0 ? count : 0) * sizeof(T) + 127) / 64 * 64;
        if (wanted > bytes) widen(wanted);
        return data;
    }
    PR_CALLED void widen(size_t wanted) {
        wanted = bytes ? (wanted + wanted / 4) / 64 * 64 : wanted;
        leave();
        data = static_cast<T*>(Pool::taken(wanted));
        bytes = wanted;
    }
    void leave() {
        if (data) Pool::given(data, bytes);
        data = nullptr, bytes = 0;
    }
    ~Held() { leave(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
};

// Whether an array is beyond caches: what is written now is not there when it is read.
template <class T> bool far(int64_t count) { return count > (int64_t(1) << 23) / int64_t(sizeof(T)); }

// A part of a row on its way into far memory: whole lines past the caches, where the compiler has stores for that.
constexpr int64_t ROW = 512;
template <class T> struct Row {
    alignas(64) T x[ROW];
    void send(T* to, int64_t count) const {
        int64_t k = 0;
#if defined(__AVX512F__) && !defined(__clang__)
        typedef double line __attribute__((vector_size(64)));
        constexpr int64_t length = sizeof(line) / sizeof(T);
        for (; k < count && reinterpret_cast<uintptr_t>(to + k) % sizeof(line); ++k) to[k] = x[k];
        for (; k + length <= count; k += length) {
            line whole;
            std::memcpy(&whole, x + k, sizeof whole);
            __builtin_ia32_movntpd512(reinterpret_cast<double*>(to + k), whole);
        }
#endif
        for (; k < count; ++k) to[k] = x[k];
    }
};

template <class T> void settle(const T* from, T* home, int64_t count) {
    if (from != home && count > 0) std::memcpy(static_cast<void*>(home), from, size_t(count) * sizeof(T));
}

template <class T> struct Stash {  // a copy of what lies away from home
    T* home;
    int64_t count;
    Memory<T> copy;
    Stash(const T* from, T* home, int64_t count) : home(home), count(from == home ? 0 : count), copy(this->count) { pr::settle(from, copy.data, this->count); }
    void settle() { pr::settle(static_cast<const T*>(copy.data), home, count); }
};

struct HostFailed {};

// A library routine that the caller computes: `number` among those of the program, pointers to operands and result, values of sizes.
inline void host(void* function, int64_t number, void* const* pointers, const int64_t* sizes) {
    using Function = int (*)(int64_t, void* const*, const int64_t*);
    if (!function || reinterpret_cast<Function>(function)(number, pointers, sizes)) throw HostFailed();
}

template <class F> int guarded(F run) {
    Pool::mine().most_used = Pool::mine().used;
    try {
        run();
        return 0;
    } catch (const std::bad_alloc&) {
        return 1;
    } catch (const HostFailed&) {
        return 2;
    }
}

#endif

// ---------------------------------------------------------------- sizes

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

// Whether an integer is odd, by a sign: of last bits that become truth values g++ 12 makes no vectors.
template <class T> PR_INLINE bool odd(T x) {
#if defined(PR_DEVICE)
    return (x & 1) != 0;
#else
    using Bits = std::make_unsigned_t<T>;
    return std::make_signed_t<T>(Bits(Bits(x) << (8 * sizeof(T) - 1))) < 0;
#endif
}

// One of two numbers by a truth value that does not change while a loop runs, by its bits: of a truth value from outside g++ 12 makes no vectors.
PR_INLINE double chosen_ahead(bool first, double a, double b) {
    const uint64_t mask = -uint64_t(first);
    return bits_as<double>((bits_as<uint64_t>(a) & mask) | (bits_as<uint64_t>(b) & ~mask));
}
PR_INLINE float chosen_ahead(bool first, float a, float b) {
    const uint32_t mask = -uint32_t(first);
    return bits_as<float>((bits_as<uint32_t>(a) & mask) | (bits_as<uint32_t>(b) & ~mask));
}

// ---------------------------------------------------------------- rounding

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

// ---------------------------------------------------------------- arithmetic

}  // namespace pr

#include "precis_math.hpp"  // exp, log, tanh: they need what stands above
#if !defined(PR_DEVICE)
#include "precis_functions.hpp"
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
#else
PR_WIDE(sin)
PR_WIDE(cos)
#endif
PR_UNARY(tan, tan)
PR_WIDE(exp)
PR_WIDE(log)
PR_WIDE(tanh)
PR_UNARY(arcsinh, asinh)
PR_UNARY(arccosh, acosh)
PR_UNARY(arctanh, atanh)
PR_UNARY(erf, erf)
PR_UNARY(erfc, erfc)
PR_UNARY(tgamma, tgamma)
PR_UNARY(lgamma, lgamma)
PR_UNARY(cbrt, cbrt)
PR_BINARY(copysign, copysign)
PR_BINARY(fmod, fmod)
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
PR_WIDE2_AS(pow, pow)

// Powers with constant exponents, whole ones up to 16: products and roots whose rounding errors are added back, at most 0.51 ulp apart from
// overflow and underflow; y + error is y where that is no number.
#if defined(__FP_FAST_FMA) || defined(PR_DEVICE)
PR_INLINE double restored(double power, double error) {
    const double y = power + error;
    return y - y == 0.0 && power != 0.0 ? y : power;
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
PR_INLINE double three_halves(double x) {
    const double root = sqrt(x), power = root * x;
    const double y = restored(power, fma(root, x, -power) + fma(-root, root, x) * (0.5 * root));
    return x == -infinity<double>() ? -x : y;
}
PR_INLINE double inverse_root(double x) {
    const double root = sqrt(x), r = 1.0 / root, y = abs(restored(r, r * (fma(-r, root, 1.0) - 0.5 * fma(-root, root, x) * (r * r))));
    return x == -infinity<double>() ? 0.0 : y;
}
PR_INLINE double inverse_three_halves(double x) {
    const double r = 1.0 / x, root = sqrt(r), power = root * r;
    const double y = restored(power, fma(root, r, -power) + (fma(-root, root, r) * (0.5 * root) + 1.5 * root * (fma(-r, x, 1.0) * r)));
    return x == 0.0 ? infinity<double>() : y;
}
#else
template <int n> PR_INLINE double power(double x) { return pow(x, double(n)); }
PR_INLINE double three_halves(double x) { return pow(x, 1.5); }
PR_INLINE double inverse_root(double x) { return pow(x, -0.5); }
PR_INLINE double inverse_three_halves(double x) { return pow(x, -1.5); }
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
template <class T> PR_INLINE T cube(T x) { return power<3>(x); }
template <class T> PR_INLINE T fourth(T x) { return power<4>(x); }
template <class T> PR_INLINE T fifth(T x) { return power<5>(x); }
template <class T> PR_INLINE T inverse_square(T x) { return power<-2>(x); }
template <class T> PR_INLINE T inverse_cube(T x) { return power<-3>(x); }
PR_INLINE float three_halves(float x) { return x == -infinity<float>() ? -x : float(sqrt(double(x)) * double(x)); }
PR_INLINE float inverse_root(float x) { return x == -infinity<float>() ? 0.0f : abs(float(1.0 / sqrt(double(x)))); }
PR_INLINE float inverse_three_halves(float x) { return x == -infinity<float>() ? 0.0f : abs(float(1.0 / (sqrt(double(x)) * double(x)))); }

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
#if defined(__AVX512DQ__) && !defined(PR_DEVICE)  // there are vectors of these conversions
PR_INLINE int64_t floordiv_in_vectors(int64_t a, int64_t b) {
    return known_exponent(b) >= 0 ? floordiv(a, b) : b == 0 ? 0 : divided(a, b).quotient;
}
PR_INLINE int64_t mod_in_vectors(int64_t a, int64_t b) {  // where it is a position, g++ would make a branch of a choice, and no vectors
    return known_exponent(b) >= 0 ? mod(a, b) : divided(a, b).rest & -int64_t(b != 0);
}
#else
PR_INLINE int64_t floordiv_in_vectors(int64_t a, int64_t b) { return floordiv(a, b); }
PR_INLINE int64_t mod_in_vectors(int64_t a, int64_t b) { return mod(a, b); }
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

// Threefry-2x32 with 20 rounds (Salmon et al., SC 2011): word W of the counter (a, b) under the key (k0, k1).
template <int W> PR_INLINE uint32_t threefry(const uint32_t k0, const uint32_t k1, uint32_t a, uint32_t b) {
    constexpr int ROTATIONS[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    const uint32_t keys[3] = {k0, k1, k0 ^ k1 ^ 0x1BD11BDAu};
    a += k0;
    b += k1;
    for (int k = 0; k < 5; ++k) {
        for (const int r : ROTATIONS[k % 2]) {
            a += b;
            b = (b << r | b >> (32 - r)) ^ a;
        }
        a += keys[(k + 1) % 3];
        b += keys[(k + 2) % 3] + uint32_t(k + 1);
    }
    return W ? b : a;
}
PR_INLINE uint32_t threefry_0(const uint32_t k0, const uint32_t k1, const uint32_t a, const uint32_t b) { return threefry<0>(k0, k1, a, b); }
PR_INLINE uint32_t threefry_1(const uint32_t k0, const uint32_t k1, const uint32_t a, const uint32_t b) { return threefry<1>(k0, k1, a, b); }

// ---------------------------------------------------------------- sums in fixed order

// Term k of a row goes to lane k mod 32 if rows have 32 terms or more, or 8 or more where several rows have 32 together (`wide`), else all to
// lane 0; lanes fold in halves.
constexpr int LANES = 32, SHORT = 8;
PR_INLINE bool one_lane(const int64_t count, const bool wide) { return count < (wide ? SHORT : LANES); }

// Asks for the line of memory that will be written AHEAD bytes behind `to`: where stores go to several arrays, processors are late to
// fetch what they overwrite.
constexpr uintptr_t AHEAD = 512;
template <class T> PR_INLINE void soon(T* to) {
#if defined(__GNUC__) && !defined(PR_DEVICE)
    __builtin_prefetch(reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(to) + AHEAD), 1);
#endif
}
struct Nothing {
    PR_INLINE void operator()(int64_t) const {}
};

// PART terms are a vector: the rest of a row goes to its lanes part by part, then half a part, then one by one. `before` is told where
// each part begins.
template <int PART = 8, class F, class G = Nothing> PR_INLINE void lanes(const int64_t count, F&& body, G&& before = G(), const bool wide = false) {
    int64_t k = 0, lane = 0;  // lanes are counted as addresses are: narrower numbers that may wrap make gathers of neighbours
    for (; k + LANES <= count; k += LANES) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
        for (int p = 0; p < LANES; p += PART) {
            before(k + p);
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + p + j, p + j);
        }
    }
    if (count >= LANES) {
        PR_ROLLED
        for (; k + PART <= count; k += PART, lane += PART) {
            before(k);
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + j, lane + j);
        }
        if (PART > 8 && k + PART / 2 <= count) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART / 2; ++j) body(k + j, lane + j);
            k += PART / 2, lane += PART / 2;
        }
    }
    if (one_lane(count, wide)) {  // apart, so that the one lane stays in a register
        PR_ROLLED
        for (; k < count; ++k) body(k, 0);
    } else if (count < LANES) {
        PR_ROLLED
        for (; k + SHORT <= count; k += SHORT) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SHORT; ++j) body(k + j, k + j);
        }
        if (k + SHORT / 2 <= count) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SHORT / 2; ++j) body(k + j, k + j);
            k += SHORT / 2;
        }
        lane = k;
    }
    PR_ROLLED
    for (; k < count; ++k, ++lane) body(k, lane);
}

// PART neighbours from `first` on, for nearly all of which `test` fails: `none` computes those of a part for all of which it does, without
// what only the others need. Both give the same bits.
template <int PART, class Test, class None, class Some>
PR_INLINE void rare(const int64_t first, Test&& test, None&& none, Some&& some) {
    int64_t found = 0;
    PR_INDEPENDENT
    for (int64_t j = 0; j < PART; ++j) found |= test(first + j) ? 1 : 0;
    if (found) {
        PR_INDEPENDENT
        for (int64_t j = 0; j < PART; ++j) some(first + j, j);
    } else {
        PR_INDEPENDENT
        for (int64_t j = 0; j < PART; ++j) none(first + j, j);
    }
}
// The same over a range, whose end may not fill a part.
template <int PART, class Test, class None, class Some>
PR_INLINE void rarely(const int64_t first, const int64_t end, Test&& test, None&& none, Some&& some) {
    if (first + PART <= end) return rare<PART>(first, test, none, some);
    PR_ROLLED
    for (int64_t k = first; k < end; ++k) some(k, 0);
}
// The same for terms that are added in lanes, as `lanes` counts them, or, with N = 1, in one.
template <int PART, int N, class Test, class None, class Some, class G = Nothing>
PR_INLINE void rare_terms(const int64_t count, Test&& test, None&& none, Some&& some, G&& before = G(), const bool wide = false) {
    int64_t k = 0, lane = 0;
    if (N > 1 && count >= LANES) {
        const auto part = [&](const int64_t first, const int64_t from) PR_BODY {
            before(first);
            rare<PART>(first, test, [&](const int64_t i, const int64_t j) PR_BODY { none(i, from + j); },
                       [&](const int64_t i, const int64_t j) PR_BODY { some(i, from + j); });
        };
        for (; k + LANES <= count; k += LANES) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
            for (int p = 0; p < LANES; p += PART) part(k + p, p);
        }
        PR_ROLLED
        for (; k + PART <= count; k += PART, lane += PART) part(k, lane);
    }
    PR_ROLLED
    for (const int step = N > 1 && !one_lane(count, wide) ? 1 : 0; k < count; ++k, lane += step) some(k, lane);
}

// Terms that wait to be added in their lanes: where truth values and bytes in memory are among what they are computed from, loops that
// only compute take more of them at a time than lanes do. The lane of a term is its place in the row mod 32, as everywhere.
constexpr bool STAGED = true;
constexpr bool SPREAD = true;  // what a row of terms is read from does not lie side by side
constexpr int64_t STAGE = 256;
static_assert(STAGE % LANES == 0);
template <class A> struct Waiting {
    typedef std::remove_extent_t<decltype(A::lane)> T;
    A sum;
    T stage[STAGE];
    PR_INLINE void add(int64_t k, T x) { stage[k] = x; }
    PR_INLINE void take(const int64_t count, const bool few) {
        constexpr bool one = sizeof sum.lane == sizeof(T);
        if (one || few || count < LANES) {
            const int step = one || few ? 0 : 1;
            for (int64_t k = 0, lane = 0; k < count; ++k, lane += step) sum.add(lane, stage[k]);
        } else lanes<sizeof(T) <= 4 ? 16 : 8>(count, [&](const int64_t k, const int64_t lane) PR_BODY { sum.add(lane, stage[k]); });
    }
    PR_INLINE T result() { return sum.result(); }
};
template <class F, class... S> PR_INLINE void staged_rows(const int64_t count, const bool wide, F&& body, S&... sums) {
    for (int64_t k = 0; k < count; k += STAGE) {
        const int64_t here = count - k < STAGE ? count - k : STAGE;
        PR_INDEPENDENT
        for (int64_t j = 0; j < here; ++j) body(k + j, j);
        (sums.take(here, one_lane(count, wide)), ...);
    }
}
template <class F, class... S> PR_INLINE void staged(const int64_t count, F&& body, S&... sums) { staged_rows(count, false, body, sums...); }

// The result of one row: short ones need no lanes.
template <template <class, int, class> class A, class T, class R = Unrounded, bool APART = false, class F>
PR_INLINE T row(const int64_t count, F&& term) {
    if (count < LANES) {
        A<T, 1, R> s;
        for (int64_t k = 0; k < count; ++k) s.add(0, term(k));
        return s.result();
    }
    if constexpr (APART) {
        Waiting<A<T, LANES, R>> s;
        staged(count, [&](const int64_t k, const int64_t j) PR_BODY { s.add(j, term(k)); }, s);
        return s.result();
    }
    A<T, LANES, R> s;
    lanes<sizeof(T) <= 4 ? 16 : 8>(count, [&](const int64_t k, const int64_t lane) PR_BODY { s.add(lane, term(k)); });
    return s.result();
}

#if !defined(PR_DEVICE)
// The results of the rows from `first` on, which `done` takes: short ones side by side.
constexpr int64_t SIDE = 16;
template <template <class, int, class> class A, class T, class R = Unrounded, bool APART = false, class F, class G>
PR_INLINE void rows(int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    if (count < LANES && first + SIDE <= end) {
        A<T, int(SIDE), R> s;
        for (int64_t k = 0; k < count; ++k) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SIDE; ++j) s.add(j, term(first + j, k));
        }
        PR_INDEPENDENT
        for (int64_t j = 0; j < SIDE; ++j) done(first + j, s.lane[j]);
    } else
        for (; first < end; ++first) done(first, row<A, T, R, APART>(count, [&](const int64_t k) PR_BODY { return term(first, k); }));
}

// The same for rows that are columns in memory: lanes of as many of them as lie side by side in a few lines. Each term goes to its lane.
constexpr int64_t COLUMNS = 64;
template <template <class, int, class> class A, class T, class R, int WIDTH, class F, class G>
PR_INLINE void columns_of(const int64_t first, const int64_t count, F&& term, G&& done) {
    A<T, WIDTH, R> s[LANES];
    for (int64_t k = 0; k < count; ++k) {
        auto& sum = s[k % LANES];
        PR_INDEPENDENT
        for (int64_t j = 0; j < WIDTH; ++j) sum.add(j, term(first + j, k));
    }
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < WIDTH; ++j) s[l].add(j, s[l + half].lane[j]);
        }
    PR_INDEPENDENT
    for (int64_t j = 0; j < WIDTH; ++j) done(first + j, s[0].lane[j]);
}
template <template <class, int, class> class A, class T, class R = Unrounded, class F, class G>
PR_INLINE void columns(int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    if (count >= LANES && first + COLUMNS == end) return columns_of<A, T, R, COLUMNS>(first, count, term, done);
    if (count >= LANES)
        for (; first + SIDE <= end; first += SIDE) columns_of<A, T, R, SIDE>(first, count, term, done);
    for (; first < end; first += SIDE) rows<A, T, R>(first, size_min(end, first + SIDE), count, term, done);
}

// A row in strips that fit into registers: `body` is told where each begins, and how many elements it has.
constexpr int64_t CHUNK_OF_ROWS = 16;
template <int WIDE = 32, class F> PR_INLINE void strips(const int64_t count, F&& body) {
    int64_t k = 0;
    for (; k + WIDE <= count; k += WIDE) body(k, std::integral_constant<int, WIDE>());
    for (; k + 8 <= count; k += 8) body(k, std::integral_constant<int, 8>());
    if (k + 4 <= count) body(k, std::integral_constant<int, 4>()), k += 4;
    if (k + 2 <= count) body(k, std::integral_constant<int, 2>()), k += 2;
    if (k < count) body(k, std::integral_constant<int, 1>());
}

// The same for several rows, from `first` on: of rows of one vector as many are told at once as registers hold, since each alone is a chain of
// additions that wait for each other. Where there are registers enough, those of four vectors too: what all rows read is loaded once for them.
#if defined(__AVX512F__)
constexpr int ROWS = 4;
#else
constexpr int ROWS = 2;
#endif
template <int WIDE = 32, class F> PR_INLINE void strips_of_rows(const int64_t count, const int64_t first, const int64_t end, F&& body) {
    using One = std::integral_constant<int, 1>;
    strips<WIDE>(count, [&](const int64_t start, const auto width) PR_BODY {
        int64_t row = first;
        if constexpr (width() == 8 || (ROWS == 4 && width() == WIDE))
            for (; row + ROWS <= end; row += ROWS) body(start, width, row, std::integral_constant<int, ROWS>());
        for (; row < end; ++row) body(start, width, row, One());
    });
}
template <int N, class F> PR_INLINE void each_row(F&& body) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
    for (int h = 0; h < N; ++h) body(h);
}

// The elements of a strip, vector by vector, so that each stays in its register.
template <int N, class F> PR_INLINE void across(F&& body) {
    if constexpr (N > 8) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
        PR_INDEPENDENT
        for (int64_t j = 0; j < N; ++j) body(j);
    } else {
        PR_INDEPENDENT
        for (int64_t j = 0; j < N; ++j) body(j);
    }
}

// A row that feeds several accumulators: `body` is told how many lanes they have, which have to be made and folded for every row.
template <class F> PR_INLINE void with_lanes(const int64_t count, F&& body) {
    if (count < LANES) body(std::integral_constant<int, 1>());
    else body(std::integral_constant<int, LANES>());
}

// The terms of such a row.
template <int N, int PART = 8, class F, class G = Nothing> PR_INLINE void terms(const int64_t count, F&& body, G&& before = G()) {
    if constexpr (N == 1) {
        for (int64_t k = 0; k < count; ++k) body(k, 0);
    } else lanes<PART>(count, body, before);
}
#endif

struct Add { template <class T> static PR_INLINE T step(T a, T b) { return T(a + b); } template <class T> static PR_INLINE constexpr T unit() { return T(0); } };
struct Multiply { template <class T> static PR_INLINE T step(T a, T b) { return T(a * b); } template <class T> static PR_INLINE constexpr T unit() { return T(1); } };
struct Greater {
    template <class T> static PR_INLINE T step(T a, T b) { return maximum(a, b); }
    template <class T> static PR_INLINE bool before(T a, T b) { return a > b; }
    template <class T> static PR_INLINE constexpr T unit() {
        if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::min();
        else return -infinity<T>();
    }
};
struct Smaller {
    template <class T> static PR_INLINE T step(T a, T b) { return minimum(a, b); }
    template <class T> static PR_INLINE bool before(T a, T b) { return a < b; }
    template <class T> static PR_INLINE constexpr T unit() {
        if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::max();
        else return infinity<T>();
    }
};
struct Either { static PR_INLINE bool step(bool a, bool b) { return a | b; } template <class T> static PR_INLINE constexpr bool unit() { return false; } };
struct Both { static PR_INLINE bool step(bool a, bool b) { return a & b; } template <class T> static PR_INLINE constexpr bool unit() { return true; } };

template <class S, class T, int N, class R = Unrounded> struct Accumulator {
    T lane[N];
    PR_INLINE Accumulator() {
        for (int k = 0; k < N; ++k) lane[k] = S::template unit<T>();
    }
    PR_INLINE void add(int64_t k, T x) { lane[k] = R::apply(T(S::step(lane[k], x))); }
    template <int HALF> PR_INLINE void fold() {  // counts known to compilers leave no loops
        if constexpr (HALF > 0) {
            PR_INDEPENDENT
            for (int k = 0; k < HALF; ++k) lane[k] = R::apply(T(S::step(lane[k], lane[k + HALF])));
            fold<HALF / 2>();
        }
    }
    PR_INLINE T result() {
        fold<N / 2>();
        return lane[0];
    }
};
// One lane of what orders: NaN, of which the last one wins, is noted beside the chain of comparisons, each of which waits for the one before.
template <class S, class T> struct Ordered {
    T lane[1] = {S::template unit<T>()};
    T unordered = T(0);
    PR_INLINE void add(int64_t, T x) {
        lane[0] = S::before(x, lane[0]) ? x : lane[0];
        unordered = x != x ? x : unordered;
    }
    PR_INLINE T result() { return unordered != unordered ? unordered : lane[0]; }
};
template <class T> struct Accumulator<Greater, T, 1, Unrounded> : Ordered<Greater, T> {};
template <class T> struct Accumulator<Smaller, T, 1, Unrounded> : Ordered<Smaller, T> {};
template <class T, int N, class R = Unrounded> using Sum = Accumulator<Add, T, N, R>;
template <class T, int N, class R = Unrounded> using Product = Accumulator<Multiply, T, N, R>;
template <class T, int N, class R = Unrounded> using Maximum = Accumulator<Greater, T, N, R>;
template <class T, int N, class R = Unrounded> using Minimum = Accumulator<Smaller, T, N, R>;
template <class T, int N, class R = Unrounded> using Any = Accumulator<Either, T, N, R>;
template <class T, int N, class R = Unrounded> using All = Accumulator<Both, T, N, R>;

#if !defined(PR_DEVICE)
// Accumulators of bins, and one for what belongs to none.
template <class A> struct Binned {
    Memory<A> memory;
    PR_CALLED explicit Binned(const int64_t bins) : memory(bins + 1) {
        for (int64_t k = 0; k <= bins; ++k) new (memory.data + k) A();
    }
    PR_INLINE A& of(const int64_t bin) { return memory.data[bin]; }
    PR_CALLED auto result(const int64_t bin) { return memory.data[bin].result(); }
};
// Terms that go to the lanes of their bins: neighbours to different ones, so that they may go at once.
template <class F> PR_INLINE void scattered(const int64_t count, F&& body, const bool wide = false) {
    constexpr int64_t PART = 8;
    int64_t k = 0;
    if (!one_lane(count, wide))
        for (; k + PART <= count; k += PART) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + j, k % LANES + j);
        }
    PR_ROLLED
    for (; k < count; ++k) body(k, one_lane(count, wide) ? 0 : k % LANES);
}
#endif

struct IsGreater {
    template <class T> static PR_INLINE constexpr T least() { return Greater::template unit<T>(); }
    template <class T> static PR_INLINE bool loses(T x, T best) { return x <= best; }
    template <class T> static PR_INLINE bool better(T x, T best) { return x > best || (x != x && best == best); }
    template <class T> static PR_INLINE bool better_lane(T x, T best) { return bool(!(x <= best) & (best == best)); }  // no jump; !(x <= best): NaN, too
};
struct IsSmaller {
    template <class T> static PR_INLINE constexpr T least() { return Smaller::template unit<T>(); }
    template <class T> static PR_INLINE bool loses(T x, T best) { return x >= best; }
    template <class T> static PR_INLINE bool better(T x, T best) { return x < best || (x != x && best == best); }
    template <class T> static PR_INLINE bool better_lane(T x, T best) { return bool(!(x >= best) & (best == best)); }
};
template <class T, class Better> struct ArgExtreme {  // the first of the best, or the first NaN; 0 where none is better than the least
    T best = Better::template least<T>();
    int64_t position = 0;
    PR_INLINE void add(int64_t, T x, int64_t k) {
        if (!Better::loses(x, best) && Better::better(x, best)) best = x, position = k;  // nearly all are done with after one comparison
    }
    PR_INLINE int64_t result() const { return position; }
};

#if !defined(PR_DEVICE)
// The position in one row: each of N lanes keeps the first of its own best, the first among these is the first of all. What is left
// behind the last whole N is taken with elements before it, once more: they change nothing. Positions are as wide as the numbers.
template <int N, class Better, class T, class K, class F> PR_INLINE int64_t arg_lanes(const int64_t count, F&& term) {
    constexpr int PART = N < 16 || sizeof(K) > 4 ? 8 : 16;
    T best[N];
    K position[N];
    const auto keep = [&](const int lane, const T x, const K k, const bool wins) PR_BODY {
        best[lane] = wins ? x : best[lane];
        position[lane] = wins ? k : position[lane];
    };
    const auto take = [&](const int64_t first) PR_BODY {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
        for (int p = 0; p < N; p += PART) {
            PR_INDEPENDENT
            for (int j = p; j < p + PART; ++j) {
                const T x = term(first + j);
                keep(j, x, K(first + j), Better::better_lane(x, best[j]));
            }
        }
    };
    const auto fold = [&](const auto half) PR_BODY {
        constexpr int HALF = half();  // a loop up to a call loses its annotation
        PR_INDEPENDENT
        for (int j = 0; j < HALF; ++j) {
            const T x = best[j + HALF];
            const K k = position[j + HALF];
            const bool earlier = !Better::better_lane(best[j], x) & (k < position[j]);
            keep(j, x, k, Better::better_lane(x, best[j]) | earlier);
        }
    };
    PR_INDEPENDENT
    for (int j = 0; j < N; ++j) best[j] = term(j), position[j] = K(j);
    int64_t k = N;
    for (; k + N <= count; k += N) take(k);
    if (k < count) take(count - N);
    if constexpr (N > 16) fold(std::integral_constant<int, 16>());
    if constexpr (N > 8) fold(std::integral_constant<int, 8>());
    fold(std::integral_constant<int, 4>()), fold(std::integral_constant<int, 2>()), fold(std::integral_constant<int, 1>());
    return position[0];
}
// Terms that lie apart in memory are waited for: few lanes do.
template <class Better, class T, bool FAR = false, class F> PR_INLINE int64_t arg_row(const int64_t count, F&& term) {
    using K = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
    constexpr int FEW = sizeof(K) == 4 ? 16 : 8, MANY = FAR ? FEW : LANES, LEAST = std::is_same_v<T, bool> ? 4 * LANES : FAR ? 3 * FEW : FEW;
    if (count >= LEAST && count <= std::numeric_limits<K>::max())
        return count < 4 * LANES ? arg_lanes<FEW, Better, T, K>(count, term) : arg_lanes<MANY, Better, T, K>(count, term);
    if (count > 0 && count < FEW && !std::is_same_v<T, bool>) {  // so short that each new best would be a jump that nobody guesses
        T best = term(0);
        int64_t position = 0;
        for (int64_t k = 1; k < count; ++k) {
            const T x = term(k);
            const bool better = Better::better_lane(x, best);
            best = better ? x : best;
            position = better ? k : position;
        }
        return position;
    }
    ArgExtreme<T, Better> found;
    for (int64_t k = 0; k < count; ++k) found.add(0, term(k), k);
    return found.result();
}

// The positions in rows that lie side by side, which `done` takes: each step goes one element along all of them.
template <class Better, class T, class F, class G> PR_INLINE void arg_rows(const int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    strips(end - first, [&](const int64_t start, const auto width) PR_BODY {
        T best[width()];
        int64_t position[width()];
        across<width()>([&](const int64_t j) PR_BODY { best[j] = count ? term(first + start + j, 0) : T(), position[j] = 0; });
        for (int64_t k = 1; k < count; ++k)
            across<width()>([&](const int64_t j) PR_BODY {
                const T x = term(first + start + j, k);
                const bool better = Better::better_lane(x, best[j]);
                best[j] = better ? x : best[j];
                position[j] = better ? k : position[j];
            });
        across<width()>([&](const int64_t j) PR_BODY { done(first + start + j, position[j]); });
    });
}
#endif

// Bits of significands, collected with |: their last one tells the precision that holds all numbers. Of numbers that binary64 does not
// hold, the bit behind its precision.
constexpr int64_t FRACTION = (int64_t(1) << 52) - 1;
template <class T> PR_INLINE int64_t significand(T x) {
    const int64_t fraction = bits_as<int64_t>(double(x)) & FRACTION;
    if constexpr (sizeof(T) > sizeof(double)) return T(double(x)) == x ? fraction << 1 : 1;
    return fraction << 1;
}
PR_INLINE int precision_of(int64_t collected) {
    if (collected == 0) return 1;
    const int64_t last = collected & -collected;
    return 54 - int((bits_as<int64_t>(double(last)) >> 52) - 1023);
}

// sum g w, sum |g w|, sum (g w)^2, sum |g|, max |w|, min |w| over w != 0, precision that holds all w (TALLY_COLUMNS of the IR)
template <class T, int N> struct Tally {
    T signed_[N], absolute[N], squared[N], adjoint[N], largest[N], smallest[N];
    int64_t significands[N];
    PR_INLINE Tally() {
        for (int k = 0; k < N; ++k) {
            signed_[k] = absolute[k] = squared[k] = adjoint[k] = largest[k] = T(0), smallest[k] = infinity<T>();
            significands[k] = 0;
        }
    }
    PR_INLINE void add(int64_t k, T g, T weight) {
        const bool counts = abs(weight) < infinity<T>();  // sentinels and masks do not
        const T share = counts ? g * weight : T(0), size = counts ? abs(weight) : T(0);
        signed_[k] += share;
        absolute[k] += abs(share);
        squared[k] += share * share;
        adjoint[k] += abs(g);
        largest[k] = size > largest[k] ? size : largest[k];  // vectorises; a NaN shows in the sums
        const T candidate = size == T(0) ? infinity<T>() : size;
        smallest[k] = candidate < smallest[k] ? candidate : smallest[k];
        significands[k] |= significand(size);
    }
    template <class M> PR_INLINE void add_to(M* row) {
        T total[6] = {T(0), T(0), T(0), T(0), T(row[4]), T(row[5])};
        int64_t collected = 0;
        for (int k = 0; k < N; ++k) {
            collected |= significands[k];
            total[0] += signed_[k], total[1] += absolute[k], total[2] += squared[k], total[3] += adjoint[k];
            total[4] = maximum(total[4], largest[k]), total[5] = minimum(total[5], smallest[k]);
        }
        for (int c = 0; c < 4; ++c) row[c] = M(T(row[c]) + total[c]);
        row[4] = M(total[4]), row[5] = M(total[5]);
        const T precision = total[4] > T(0) ? T(precision_of(collected)) : T(0);
        row[6] = M(maximum(T(row[6]), precision));
    }
};

#if !defined(PR_DEVICE)
// ---------------------------------------------------------------- matrix products

template <class T> struct pair {  // a complex number of Fortran
    T re, im;
    pair(T re = 0, T im = 0) : re(re), im(im) {}
};
template <class T> struct Matrix {  // element (r, c) at r * step + c, or at c * step + r if transposed
    const T* start;
    int64_t step;
    bool transposed;
};

// Whether there is a Fortran ?gemm or ?gemv, its integers suffice (64 bits are passed, of which it may read the lower 32), and loops are not as good.
// `least`: multiplications from which on.
inline bool worthwhile(const void* gemm, int64_t m, int64_t n, int64_t k, double least = 32768.0) {
    constexpr int64_t most = std::numeric_limits<int>::max();
    return gemm && m <= most && n <= most && k <= most && double(m) * double(n) * double(k) >= least;
}

// The same of `count` products that are computed one after the other, none of them too small for a call.
inline bool worthwhile_together(const void* gemm, int64_t m, int64_t n, int64_t k, int64_t count) {
    return worthwhile(gemm, m, n, k, 4096.0) && double(m) * double(n) * double(k) * double(count) >= 32768.0;
}

// The leading dimension that Fortran asks for: of a single line, whose step is not used, at least its length.
template <class T> int64_t leading(Matrix<T> x, int64_t rows, int64_t columns) {
    if (x.transposed) std::swap(rows, columns);
    return rows > 1 || x.step > columns ? x.step : columns;
}

#endif
}  // namespace pr

#if !defined(PR_DEVICE)
#include "precis_narrow.hpp"  // it needs what stands above
#endif

namespace pr {
#if !defined(PR_DEVICE)

// C = A B in row-major order: to Fortran, all matrices are their transposes.
template <class T> void product(void* gemm, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    using Routine = void (*)(char*, char*, int64_t*, int64_t*, int64_t*, T*, T*, int64_t*, T*, int64_t*, T*, T*, int64_t*, size_t, size_t);
    char ta = a.transposed ? 'T' : 'N', tb = b.transposed ? 'T' : 'N';
    int64_t lda = leading(a, m, k), ldb = leading(b, k, n), ldc = leading(c, m, n);
    T one = 1, zero = 0;
    if (c.transposed) ldc = 1;  // one column
    reinterpret_cast<Routine>(gemm)(&tb, &ta, &n, &m, &k, &one, const_cast<T*>(b.start), &ldb, const_cast<T*>(a.start), &lda, &zero,
                                    const_cast<T*>(c.start), &ldc, 1, 1);
}

// The same where the program knows that C has few rows or columns: what serves only those is compiled for no other product.
template <class T> void few_product(void* gemm, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    if (!narrow_product(m, n, k, a, b, c) && !tall_product(m, n, k, a, b, c)) product(gemm, m, n, k, a, b, c);
}

// R rows of a product by W lines of BYTES in registers, in explicit vectors: those are compiled in a third of the time that loops take.
template <int R, int W, int BYTES, class T>
PR_CALLED void tile(const T* a, int64_t row, int64_t next, const T* b, int64_t step, int64_t k, T* c, int64_t down, size_t bytes) {
    typedef T line __attribute__((vector_size(BYTES)));
    line sums[R][W] = {};
    PR_ROLLED
    for (; k > 0; --k, a += next, b += step) {
#pragma GCC unroll 2
        for (int w = 0; w < W; ++w) {
            line y;
            std::memcpy(&y, b + w * int64_t(sizeof y / sizeof(T)), sizeof y);
#pragma GCC unroll 4
            for (int r = 0; r < R; ++r) sums[r][w] += a[r * row] * y;
        }
    }
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (int w = 0; w < W; ++w) {
            const line found = sums[r][w];
            std::memcpy(c + r * down + w * int64_t(sizeof found / sizeof(T)), &found, W > 1 ? sizeof found : bytes);
        }
}

// R whole rows. What is left of the columns begins sooner, so that some are computed twice, to the same numbers.
template <int R, class T>
PR_CALLED void rows_by_tiles(const T* a, int64_t row, int64_t next, const T* b, int64_t step, int64_t n, int64_t k, T* c, int64_t down) {
#if defined(__AVX512F__)
    constexpr int LINE = 64;
#else
    constexpr int LINE = 32;
#endif
    constexpr int64_t wide = 2 * LINE / sizeof(T), narrow = 32 / sizeof(T);
    int64_t from = 0;
    PR_ROLLED
    for (; from + wide <= n; from += wide) tile<R, 2, LINE>(a, row, next, b + from, step, k, c + from, down, 2 * LINE);
    PR_ROLLED
    for (; from < n; from += narrow) {
        const int64_t at = size_min(from, size_max(n - narrow, 0));
        tile<R, 1, 32>(a, row, next, b + at, step, k, c + at, down, size_t(size_min(n, narrow)) * sizeof(T));
    }
}

// The same in loops, for what takes less time than a call, and where there is no library; terms are rounded and added up in their order.
template <class T> PR_CALLED void product_by_loops(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    constexpr int64_t least = 32 / sizeof(T), R = 4;  // rows of B shorter than a line are filled up
    const int64_t step = size_max(n, least);
    const bool moved = b.transposed || n < least;
    Memory<T> memory(moved ? k * step : 0);
    if (moved) {
        for (int64_t r = 0; r < k; ++r) {
            if (b.transposed)
                for (int64_t x = 0; x < n; ++x) memory.data[r * step + x] = b.start[x * b.step + r];
            else std::memcpy(memory.data + r * step, b.start + r * b.step, size_t(n) * sizeof(T));
            PR_ROLLED
            for (int64_t x = n; x < step; ++x) memory.data[r * step + x] = T(0);
        }
        b = {memory.data, step, false};
    }
    const int64_t row = a.transposed ? 1 : a.step, next = a.transposed ? a.step : 1;
    T* const to = const_cast<T*>(c.start);
    PR_SHARED(14 * m * n * k, block, 0, m, R) {
        if (block + R <= m) rows_by_tiles<R>(a.start + block * row, row, next, b.start, b.step, n, k, to + block * c.step, c.step);
        else
            PR_ROLLED
            for (int64_t i = block; i < m; ++i) rows_by_tiles<1>(a.start + i * row, row, next, b.start, b.step, n, k, to + i * c.step, c.step);
    } PR_JOINED
}

// The same where B is the transpose of A, with ?syrk: C is symmetric, and what lies above its diagonal is copied there, tile by tile.
template <class T> void gram(void* syrk, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    using Routine = void (*)(char*, char*, int64_t*, int64_t*, T*, T*, int64_t*, T*, T*, int64_t*, size_t, size_t);
    char upper = 'U', turned = a.transposed ? 'N' : 'T';
    int64_t lda = leading(a, m, k), ldc = leading(c, m, m);
    T one = 1, zero = 0, *to = const_cast<T*>(c.start);
    reinterpret_cast<Routine>(syrk)(&upper, &turned, &m, &k, &one, const_cast<T*>(a.start), &lda, &zero, to, &ldc, 1, 1);
    constexpr int64_t TILE = 16;
    for (int64_t i = 0; i < m; i += TILE)
        for (int64_t j = 0; j <= i; j += TILE)
            for (int64_t r = i; r < size_min(i + TILE, m); ++r)
                for (int64_t s = j; s < size_min(j + TILE, r); ++s) to[s * ldc + r] = to[r * ldc + s];
}

template <class T> void few_gram(void* syrk, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    if (!tall_product(m, n, k, a, b, c)) gram(syrk, m, n, k, a, b, c);
}

// The same where C is one row or one column, with ?gemv: ?gemm would copy the matrix first.
template <class T> void vector_product(void* gemv, int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Matrix<T> c) {
    using Routine = void (*)(char*, int64_t*, int64_t*, T*, T*, int64_t*, T*, int64_t*, T*, T*, int64_t*, size_t);
    const bool row = m == 1;
    const Matrix<T> matrix = row ? b : a, x = row ? a : b;
    const bool lines = matrix.transposed == row;  // whether each element of C is a sum along neighbours
    int64_t count = row ? n : m, along = lines ? k : count, across = lines ? count : k;
    int64_t lda = size_max(matrix.step, along), step = x.transposed == row ? x.step : 1, to = c.transposed == row ? c.step : 1;
    char turned = lines ? 'T' : 'N';
    T one = 1, zero = 0;
    reinterpret_cast<Routine>(gemv)(&turned, &along, &across, &one, const_cast<T*>(matrix.start), &lda, const_cast<T*>(x.start), &step, &zero,
                                    const_cast<T*>(c.start), &to, 1);
}
#endif

}  // namespace pr

// Products of matrices in which terms pass below the least normal number, as those of bells or probabilities far apart do: x86 takes a hundred
// times as long for each. A library first multiplies with such results as zeros; where that could show in an element it multiplies again.
#pragma once

#include "precis_operands.hpp"

namespace pr {

#if defined(__SSE2__) && defined(__GNUC__)
constexpr unsigned FLUSH_TO_ZERO = 0x8000, UNDERFLOWN = 0x10, SEEN = 0x3F;  // in MXCSR (Intel's manual, 10.2.3)

// call() with results below the least normal number as zeros; whether there were any. Apart, so that no other arithmetic moves here.
template <class F> PR_CALLED bool flushed(const F& call) {
    const unsigned before = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr((before | FLUSH_TO_ZERO) & ~SEEN);
    call();
    const unsigned behind = __builtin_ia32_stmxcsr() & SEEN;
    __builtin_ia32_ldmxcsr(before | behind);
    return behind & UNDERFLOWN;
}

// Whether an element of C = A B, with sums of k terms, may be another number by more than a rounding error, each of 2 k terms and sums of them
// being off by the least normal number.
template <class T> PR_CALLED bool shows(int64_t m, int64_t n, int64_t k, Matrix<T> c) {
    const T least = T(2 * k) * (std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon()) * T(4);
    int64_t rows = c.transposed ? n : m, length = c.transposed ? m : n, small = 0;
    for (int64_t r = 0; r < rows; ++r)
        for (int64_t s = 0; s < length; ++s) small += abs(c.start[r * c.step + s]) < least;
    return small != 0;
}
template <class T> bool shows(int64_t m, int64_t n, int64_t k, Matrix<pair<T>> c) {
    return c.transposed ? shows(n, 2 * m, 2 * k, Matrix<T>{reinterpret_cast<const T*>(c.start), 2 * c.step, false})
                        : shows(m, 2 * n, 2 * k, Matrix<T>{reinterpret_cast<const T*>(c.start), 2 * c.step, false});
}

constexpr double FLUSHED_FROM = 32768.0;  // multiplications: what takes less time than to look at the results

// call() computes C = A B, with a library; again where it has to.
template <class T, class F> void product_without_subnormals(int64_t m, int64_t n, int64_t k, Matrix<T> c, const F& call) {
    if (double(m) * double(n) * double(k) < FLUSHED_FROM) return call();
    if (flushed(call) && shows(m, n, k, c)) call();
}
#else
template <class T, class F> void product_without_subnormals(int64_t, int64_t, int64_t, Matrix<T>, const F& call) { call(); }
#endif

}  // namespace pr

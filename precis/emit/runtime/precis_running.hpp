// Running minima and maxima of integers that a step is added to on the way:
//     x = out[0]; for k: out[k + 1] = x = min(t[k], x + step)          (or min(t[k], min(u[k], x) + step))
// Vectors are gone through in log2 of their width steps (Hillis & Steele, Data parallel algorithms, CACM 29(12), 1986). A minimum and an
// addition change places where no sum wraps around; where one may, elements come one by one. Arrays have room for whole vectors.
#pragma once

#include <limits>
#include <utility>

#include "precis.hpp"

namespace pr {
namespace running {

struct Least {
    template <class X> static PR_INLINE X of(X a, X b) { return a < b ? a : b; }
    template <class T> static constexpr T NONE = std::numeric_limits<T>::max();
};
struct Largest {
    template <class X> static PR_INLINE X of(X a, X b) { return a > b ? a : b; }
    template <class T> static constexpr T NONE = std::numeric_limits<T>::min();
};

#if defined(__GNUC__)
template <class T> constexpr int WIDTH = 64 / sizeof(T);
template <class T> struct Vectors {
    typedef T V __attribute__((vector_size(64)));
    template <int... K> static PR_INLINE V numbers(std::integer_sequence<int, K...>) { return V{K...}; }
    // Element k - BY of `x`, and of `before` where there is none.
    template <int BY, int... K> static PR_INLINE V behind(V before, V x, std::integer_sequence<int, K...>) {
#if defined(__clang__)
        return __builtin_shufflevector(before, x, (K < BY ? K : WIDTH<T> + K - BY)...);
#else
        return __builtin_shuffle(before, x, V{(K < BY ? K : WIDTH<T> + K - BY)...});
#endif
    }
};
template <class T> using Vector = typename Vectors<T>::V;
template <class T> using Lanes = std::make_integer_sequence<int, WIDTH<T>>;

template <class T> PR_INLINE Vector<T> loaded(const T* from) {
    Vector<T> v;
    memcpy(&v, from, sizeof v);
    return v;
}

// Where the terms lie that have been seen.
template <class T> struct Range {
    Vector<T> low, high;
    PR_INLINE void see(Vector<T> x) { low = Least::of(low, x), high = Largest::of(high, x); }
    PR_INLINE bool within(T least, T most) const {
        const auto outside = (low < least) | (high > most);
        int64_t parts[8], found = 0;
        memcpy(parts, &outside, sizeof parts);
        for (int k = 0; k < 8; ++k) found |= parts[k];
        return !found;
    }
};

template <class E, int BY, class T> PR_INLINE Vector<T> scanned(Vector<T> t, Vector<T> none, T step) {
    if constexpr (BY >= WIDTH<T>) return t;
    else return scanned<E, 2 * BY, T>(E::of(t, Vectors<T>::template behind<BY>(none, t + T(step * BY), Lanes<T>())), none, step);
}

// Whether no sum may have wrapped around, so that `out` is right.
template <class E, class T> bool in_vectors(const int64_t count, const T step, const T* t, const T* u, T* out) {
    constexpr int64_t most = std::numeric_limits<T>::max(), large = int64_t(1) << 30;
    const int64_t room = int64_t(step < 0 ? -step : step) * (count + WIDTH<T>);
    if (step > large || step < -large || room > most / 2) return false;
    const Vector<T> none = Vector<T>{} + E::template NONE<T>, numbers = Vectors<T>::numbers(Lanes<T>()), steps = (numbers + 1) * step;
    const Vector<T> first = Vector<T>{} + out[0];
    Vector<T> last = first;
    Range<T> range = {first, first};
    for (int64_t k = 0; k < count; k += WIDTH<T>) {
        const auto there = Vector<T>{} + T(count - k) > numbers;
        Vector<T> x = there ? loaded(t + k) : first;
        range.see(x);
        if (u) {
            const Vector<T> beside = there ? loaded(u + k) : first;
            range.see(beside);
            x = E::of(x, beside + step);
        }
        x = E::of(scanned<E, 1, T>(x, none, step), last + steps);
        memcpy(out + k + 1, &x, sizeof x);
        last = Vector<T>{} + x[WIDTH<T> - 1];
    }
    return range.within(T(room - most), T(most - room));
}
#else
template <class E, class T> bool in_vectors(int64_t, T, const T*, const T*, T*) { return false; }
#endif

template <class E, class T> void run(const int64_t count, const T step, const T* t, const T* u, T* out) {
    if (in_vectors<E>(count, step, t, u, out)) return;
    for (int64_t k = 0; k < count; ++k) out[k + 1] = E::of(t[k], T((u ? E::of(u[k], out[k]) : out[k]) + step));
}

}  // namespace running

template <class T> PR_INLINE void running_least(int64_t count, int64_t step, const T* t, T* out) {
    running::run<running::Least, T>(count, T(step), t, nullptr, out);
}
template <class T> PR_INLINE void running_least(int64_t count, int64_t step, const T* t, const T* u, T* out) {
    running::run<running::Least, T>(count, T(step), t, u, out);
}
template <class T> PR_INLINE void running_largest(int64_t count, int64_t step, const T* t, T* out) {
    running::run<running::Largest, T>(count, T(step), t, nullptr, out);
}
template <class T> PR_INLINE void running_largest(int64_t count, int64_t step, const T* t, const T* u, T* out) {
    running::run<running::Largest, T>(count, T(step), t, u, out);
}

}  // namespace pr

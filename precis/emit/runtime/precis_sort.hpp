// Stable sorts as NumPy orders numbers: ascending, NaN last. Long rows go by their bits, eight at a time (radix sort, Knuth, The Art of
// Computer Programming 3, 5.2.5), which takes the same time whatever the order they come in.
#pragma once

#include "precis.hpp"

#include <algorithm>

namespace pr {

template <class T> PR_INLINE bool before(T x, T y) { return (x < y) | ((y != y) & (x == x)); }

// A number as an unsigned integer of the same order: equal numbers become equal, NaN the largest.
template <class T> struct Key {
    using Bits = std::conditional_t<sizeof(T) == 1, uint8_t, std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
    static constexpr Bits top = Bits(Bits(1) << (8 * sizeof(T) - 1)), turn = std::is_signed_v<T> ? top : Bits(0);
    static PR_INLINE Bits of(T x) {
        const Bits b = bits_as<Bits>(x);
        if constexpr (std::is_integral_v<T>) return Bits(b ^ turn);
        else {
            const Bits ordered = b & top ? Bits(~b) : Bits(b | top);
            return x != x ? Bits(~Bits(0)) : x == T(0) ? top : ordered;
        }
    }
    static PR_INLINE T back(Bits b) {
        if constexpr (std::is_integral_v<T>) return bits_as<T>(Bits(b ^ turn));
        else return bits_as<T>(b & top ? Bits(b & ~top) : Bits(~b));
    }
    static PR_INLINE bool invertible(T x) {
        if constexpr (std::is_integral_v<T>) return true;
        else return x == x && bits_as<Bits>(x) != top;
    }
};
template <class T> constexpr bool has_key = std::is_integral_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double>;

constexpr int64_t RADIX_PAYS = 192;  // elements from which a radix sort is faster (measured for binary64)

// Sorts keys, and `carried` with them, by their bytes; both have room for a copy behind them. The result begins at the pointer returned.
template <class B, class P> B* by_bytes(B* keys, P* carried, int64_t n, P** moved) {
    constexpr int digits = sizeof(B);
    Memory<int64_t> memory(digits * 256);
    int64_t* counts = memory.data;
    std::fill(counts, counts + digits * 256, int64_t(0));
    for (int64_t k = 0; k < n; ++k)
        for (int d = 0; d < digits; ++d) ++counts[d * 256 + (keys[k] >> (8 * d) & 255)];
    B *from = keys, *to = keys + n;
    P *carried_from = carried, *carried_to = carried ? carried + n : nullptr;
    for (int d = 0; d < digits; ++d) {
        int64_t* count = counts + d * 256;
        if (count[from[0] >> (8 * d) & 255] == n) continue;  // all alike
        int64_t place = 0;
        for (int c = 0; c < 256; ++c) {
            const int64_t here = count[c];
            count[c] = place;
            place += here;
        }
        if (carried) {
            for (int64_t k = 0; k < n; ++k) {
                const int64_t at = count[from[k] >> (8 * d) & 255]++;
                to[at] = from[k];
                carried_to[at] = carried_from[k];
            }
        } else {
            for (int64_t k = 0; k < n; ++k) to[count[from[k] >> (8 * d) & 255]++] = from[k];
        }
        std::swap(from, to);
        std::swap(carried_from, carried_to);
    }
    if (moved) *moved = carried_from;
    return from;
}

// order[0:n]: the positions in which x[0], x[step], ... are sorted.
template <class T> void sorted_order(const T* x, int64_t step, int64_t n, int64_t* order, int64_t stride) {
    Memory<int64_t> memory(2 * n);
    int64_t* places = memory.data;
    for (int64_t k = 0; k < n; ++k) places[k] = k;
    if constexpr (has_key<T>) {
        using B = typename Key<T>::Bits;
        Memory<B> keys(2 * n);
        for (int64_t k = 0; k < n; ++k) keys.data[k] = Key<T>::of(x[k * step]);
        if (n >= RADIX_PAYS) by_bytes<B, int64_t>(keys.data, places, n, &places);
        else std::stable_sort(places, places + n, [&](int64_t a, int64_t b) { return keys.data[a] < keys.data[b]; });
    } else {
        std::stable_sort(places, places + n, [&](int64_t a, int64_t b) { return before(x[a * step], x[b * step]); });
    }
    for (int64_t k = 0; k < n; ++k) order[k * stride] = places[k];
}

template <class T> void sorted_row(const T* x, T* y, int64_t step, int64_t n) {
    if constexpr (has_key<T>) {
        using B = typename Key<T>::Bits;
        Memory<B> keys(2 * n);
        bool invertible = true;
        for (int64_t k = 0; k < n; ++k) {
            keys.data[k] = Key<T>::of(x[k * step]);
            invertible &= Key<T>::invertible(x[k * step]);
        }
        if (invertible) {
            const B* found = keys.data;
            if (n >= RADIX_PAYS) found = by_bytes<B, int64_t>(keys.data, nullptr, n, nullptr);
            else std::sort(keys.data, keys.data + n);
            for (int64_t k = 0; k < n; ++k) y[k * step] = Key<T>::back(found[k]);
            return;
        }
    }
    Memory<int64_t> order(n);
    sorted_order(x, step, n, order.data, 1);
    for (int64_t k = 0; k < n; ++k) y[k * step] = x[order.data[k] * step];
}

// Along the middle axis of arrays of shape (outer, n, inner).
template <class T> void sort(int64_t outer, int64_t n, int64_t inner, const T* x, T* y) {
    for (int64_t k = 0; n > 0 && k < outer * inner; ++k) sorted_row(x + k / inner * n * inner + k % inner, y + k / inner * n * inner + k % inner, inner, n);
}
template <class T> void argsort(int64_t outer, int64_t n, int64_t inner, const T* x, int64_t* y) {
    for (int64_t k = 0; n > 0 && k < outer * inner; ++k) {
        const int64_t start = k / inner * n * inner + k % inner;
        sorted_order(x + start, inner, n, y + start, inner);
    }
}

// How many numbers of a sorted table lie before x[k] (right: or are equal), for n of them at once: all searches take the same steps, so that
// they run side by side.
template <bool right, class T> PR_INLINE void searched(int64_t count, int64_t n, const T* table, const T* x, int64_t* y) {
    for (int64_t j = 0; j < n; ++j) y[j] = 0;
    for (int64_t length = count; length > 0;) {
        const int64_t half = (length + 1) / 2;
        PR_INDEPENDENT
        for (int64_t j = 0; j < n; ++j) {
            const T t = table[y[j] + half - 1];
            const bool beyond = right ? !before(x[j], t) : before(t, x[j]);
            y[j] += beyond ? half : 0;
        }
        length -= half;
    }
}
template <bool right, class T> void searched_all(int64_t count, int64_t queries, const T* table, const T* x, int64_t* y) {
    constexpr int64_t block = 16;
    int64_t k = 0;
    for (; k + block <= queries; k += block) searched<right>(count, block, table, x + k, y + k);
    searched<right>(count, queries - k, table, x + k, y + k);
}
template <class T> void searchsorted(int64_t count, int64_t queries, bool right, const T* table, const T* x, int64_t* y) {
    if (right) searched_all<true>(count, queries, table, x, y);
    else searched_all<false>(count, queries, table, x, y);
}

}  // namespace pr

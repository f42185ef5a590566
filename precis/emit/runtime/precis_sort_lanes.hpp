// Sorts of many short rows at once: element k of all of them in one vector, and the exchanges of Batcher's odd-even merge sort (D. E. Knuth,
// The Art of Computer Programming 3, 5.2.2, algorithm M) between vectors. Of exchanges that no element in demand depends on none is made.
#pragma once

#include "precis.hpp"

namespace pr {

struct Exchanges {
    static constexpr int64_t MOST = 64;  // elements of a row: as many as a word has bits; no network of so many has more exchanges than 543
    int count = 0;
    uint8_t low[543], high[543];

    // `wanted`: bit k says whether element k is in demand.
    PR_CALLED Exchanges(int64_t n, uint64_t wanted) {
        int64_t top = 1;
        while (2 * top < n) top *= 2;
        for (int64_t p = top; p > 0; p /= 2)
            for (int64_t q = top, r = 0, apart = p;; apart = q - p, q /= 2, r = p) {
                for (int64_t k = 0; k + apart < n; ++k)
                    if ((k & p) == r) low[count] = uint8_t(k), high[count] = uint8_t(k + apart), ++count;
                if (q == p) break;
            }
        int first = count;
        for (int k = count; k-- > 0;)
            if ((wanted >> low[k] | wanted >> high[k]) & 1) {
                wanted |= uint64_t(1) << low[k] | uint64_t(1) << high[k];
                low[--first] = low[k], high[first] = high[k];
            }
        for (int k = first; k < count; ++k) low[k - first] = low[k], high[k - first] = high[k];
        count -= first;
    }
};

// The bits of `count` elements behind `from`.
PR_INLINE uint64_t bits_behind(int64_t from, int64_t count) {
    return count <= 0 || from >= 64 ? 0 : (count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1) << from;
}

template <class T> struct Beside {
    static constexpr int64_t LANES = 128 / sizeof(T), WIDTH = 64 / sizeof(T);
    using Word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    typedef T Vector __attribute__((vector_size(64), may_alias));
    typedef Word Words __attribute__((vector_size(64), may_alias));
    using Flags = decltype(Vector() != Vector());
    static constexpr Word top = Word(1) << (8 * sizeof(Word) - 1);
    T rows[Exchanges::MOST * LANES];

    PR_INLINE void exchange(const Exchanges& all) {
        for (int k = 0; k < all.count; ++k) {
            T *a = rows + all.low[k] * LANES, *b = rows + all.high[k] * LANES;
            for (int64_t l = 0; l < LANES; l += WIDTH) {
                const Vector x = *reinterpret_cast<Vector*>(a + l), y = *reinterpret_cast<Vector*>(b + l);
                *reinterpret_cast<Vector*>(a + l) = y < x ? y : x;
                *reinterpret_cast<Vector*>(b + l) = y < x ? x : y;
            }
        }
    }
    // LANES rows: term(k, l) is element k of row l, and done(k, l, x) takes what stands there in the end. What `<` does not tell apart, NaN
    // and zeros of both signs, is left to `one`, row by row: it sorts n elements from one place to another.
    template <class F, class G, class H> PR_INLINE void sort(const Exchanges& all, int64_t n, uint64_t wanted, F&& term, G&& done, H&& one) {
        Flags strange{};
        for (int64_t k = 0; k < n; ++k) {
            T* row = rows + k * LANES;
            PR_INDEPENDENT
            for (int64_t l = 0; l < LANES; ++l) row[l] = term(k, l);
            if constexpr (!std::is_integral_v<T>) {
                for (int64_t l = 0; l < LANES; l += WIDTH) {
                    const Vector x = *reinterpret_cast<Vector*>(row + l);
                    strange |= (x != x) | (*reinterpret_cast<Words*>(row + l) == top);
                }
            }
        }
        if (any(strange)) by_row(n, one);
        else exchange(all);
        for (int64_t k = 0; k < n; ++k)
            if (wanted >> k & 1) {
                const T* row = rows + k * LANES;
                PR_INDEPENDENT
                for (int64_t l = 0; l < LANES; ++l) done(k, l, row[l]);
            }
    }

  private:
    static PR_INLINE bool any(Flags flags) {
        Word found = 0;
        for (int64_t l = 0; l < WIDTH; ++l) found |= Word(flags[l]);
        return found;
    }
    template <class H> PR_CALLED void by_row(int64_t n, H& one) {
        T from[Exchanges::MOST], to[Exchanges::MOST];
        for (int64_t l = 0; l < LANES; ++l) {
            for (int64_t k = 0; k < n; ++k) from[k] = rows[k * LANES + l];
            one(from, to, n);
            for (int64_t k = 0; k < n; ++k) rows[k * LANES + l] = to[k];
        }
    }
};

// Rows whose elements k are neighbours: `count` of them.
template <class T, class F, class G, class H>
PR_INLINE void sorted_beside(int64_t count, const Exchanges& all, int64_t n, uint64_t wanted, F&& term, G&& done, H&& one) {
    constexpr int64_t LANES = Beside<T>::LANES;
    alignas(64) Beside<T> some;
    if (count >= LANES)  // the last vector begins where it is whole
        for (int64_t first = 0; first < count; first += LANES) {
            const int64_t start = first + LANES <= count ? first : count - LANES;
            some.sort(all, n, wanted, [&](int64_t k, int64_t l) PR_BODY { return term(k, start + l); },
                      [&](int64_t k, int64_t l, T x) PR_BODY { done(k, start + l, x); }, one);
        }
    else if (count > 0)
        some.sort(all, n, wanted, [&](int64_t k, int64_t l) PR_BODY { return term(k, l < count ? l : 0); },
                  [&](int64_t k, int64_t l, T x) PR_BODY { if (l < count) done(k, l, x); }, one);
}

}  // namespace pr

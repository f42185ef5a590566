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

// Which elements of a sorted row are wanted: two ranges.
struct Ranks {
    int64_t from = 0, count = int64_t(1) << 62, then = 0, more = 0;
    PR_INLINE bool in(int64_t low, int64_t high) const { return (low < from + count && high > from) || (low < then + more && high > then); }
    PR_INLINE bool all(int64_t n) const { return from <= 0 && count >= n; }
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

    // LANES rows of n elements, of which term(k, l) is element k of row l.
    template <class F> PR_INLINE void load(int64_t n, F&& term) {
        for (int64_t k = 0; k < n; ++k) {
            T* row = rows + k * LANES;
            PR_INDEPENDENT
            for (int64_t l = 0; l < LANES; ++l) row[l] = term(k, l);
        }
    }
    // In order. What `<` does not tell apart, NaN and zeros of both signs, is left to `one`, row by row: it sorts n elements from one place
    // to another.
    PR_CALLED void sort(const Exchanges& all, int64_t n, void (*one)(const T*, T*, int64_t)) {
        if (strange(n)) {
            T from[Exchanges::MOST], to[Exchanges::MOST];
            for (int64_t l = 0; l < LANES; ++l) {
                for (int64_t k = 0; k < n; ++k) from[k] = rows[k * LANES + l];
                one(from, to, n);
                for (int64_t k = 0; k < n; ++k) rows[k * LANES + l] = to[k];
            }
            return;
        }
        for (int k = 0; k < all.count; ++k) {
            T *a = rows + all.low[k] * LANES, *b = rows + all.high[k] * LANES;
            for (int64_t l = 0; l < LANES; l += WIDTH) {
                const Vector x = *reinterpret_cast<Vector*>(a + l), y = *reinterpret_cast<Vector*>(b + l);
                *reinterpret_cast<Vector*>(a + l) = y < x ? y : x;
                *reinterpret_cast<Vector*>(b + l) = y < x ? x : y;
            }
        }
    }
    // done(k, l, x) takes what stands there, of elements k that are wanted.
    template <class G> PR_INLINE void store(int64_t n, uint64_t wanted, G&& done) const {
        for (int64_t k = 0; k < n; ++k)
            if (wanted >> k & 1) {
                const T* row = rows + k * LANES;
                PR_INDEPENDENT
                for (int64_t l = 0; l < LANES; ++l) done(k, l, row[l]);
            }
    }
    // The same to y[k * step + l * apart].
    PR_CALLED void store(int64_t n, uint64_t wanted, int64_t step, int64_t apart, T* y) const {
        if (apart == 1) store(n, wanted, [&](int64_t k, int64_t l, T x) PR_BODY { y[k * step + l] = x; });
        else store(n, wanted, [&](int64_t k, int64_t l, T x) PR_BODY { y[k * step + l * apart] = x; });
    }

  private:
    PR_INLINE bool strange(int64_t n) const {
        if constexpr (!std::is_integral_v<T>) {
            Flags found{};
            for (int64_t k = 0; k < n * LANES; k += WIDTH) {
                const Vector x = *reinterpret_cast<const Vector*>(rows + k);
                found |= (x != x) | (*reinterpret_cast<const Words*>(rows + k) == top);
            }
            for (int64_t l = 0; l < WIDTH; ++l)
                if (found[l]) return true;
        }
        return false;
    }
};

}  // namespace pr

// Elements at positions that lie near one another, as those do at which a mask holds, moved eight at a time.
#pragma once

#include "precis.hpp"

namespace pr {
template <class T> struct Move {
    const T* from;
    T* to;
};
template <class T> Move(const T*, T*) -> Move<T>;

template <class T> PR_INLINE void take_one(const int64_t* places, int64_t i, Move<T> move) { move.to[i] = move.from[places[i]]; }

#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
// Eight elements at most fifteen places behind the first, out of two vectors.
typedef int64_t eight __attribute__((vector_size(64)));
template <class T> PR_INLINE void take_eight(const int64_t at, const int64_t i, const eight behind, Move<T> move) {
    eight low, high;
    std::memcpy(&low, move.from + at, sizeof low);
    std::memcpy(&high, move.from + at + 8, sizeof high);
    low = __builtin_shuffle(low, high, behind);
    std::memcpy(move.to + i, &low, sizeof low);
}
#endif

// to[i] = from[places[i]] for i < n and each of the moves, whose sources have `limit` elements at least and no memory in common with targets.
template <class... T> PR_INLINE void take(const int64_t* places, const int64_t n, [[maybe_unused]] const int64_t limit, Move<T>... moves) {
    static_assert(((sizeof(T) == 8) && ...));
    int64_t i = 0;
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
    typedef uint64_t counts __attribute__((vector_size(64)));
    typedef long long bits __attribute__((vector_size(64)));
    for (; i + 8 <= n; i += 8) {
        eight behind;
        std::memcpy(&behind, places + i, sizeof behind);
        const int64_t at = behind[0];
        behind -= at;
        const bits far = (bits)((counts)behind > 15u);
        if (at + 16 <= limit && !__builtin_ia32_ptestmq512(far, far, -1)) (take_eight(at, i, behind, moves), ...);
        else
            for (int64_t k = i; k < i + 8; ++k) (take_one(places, k, moves), ...);
    }
#endif
    for (; i < n; ++i) (take_one(places, i, moves), ...);
}
}  // namespace pr

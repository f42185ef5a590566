// Whole numbers that are added up at places that the data tell, in four tables in turn: what the last iteration has stored need not have
// reached memory before the next one reads it. Sums of whole numbers are the same in any order.
#pragma once

#include "precis.hpp"

namespace pr {
// Whether neighbours among so many iterations mostly have one place, by some of them. at(i): the place of iteration i.
template <class At> PR_INLINE bool stays(int64_t count, At at) {
    constexpr int64_t asked = 16, enough = 13, pays = 256;
    if (count < pays) return false;
    int64_t same = 0;
    PR_ROLLED
    for (int64_t k = 0; k < asked; ++k) {
        const int64_t i = k * (count / asked);
        same += at(i) == at(i + 1);
    }
    return same >= enough;
}

template <class T> class Counts {
public:
    // `to`: so many `places`, to which about `many` numbers are added.
    PR_INLINE Counts(T* to, int64_t places, int64_t many) : to_(to), places_(places), apart_(places <= MOST && many >= 8 * places) {
        if (!apart_) return;
        for (auto& table : held_) {
            for (int64_t k = 0; k < places_; ++k) table[k] = 0;
        }
    }

    // Adds `by` at(i) for i < count.
    template <class At> PR_INLINE void add(int64_t count, T by, At at) {
        if (!apart_) return stays(count, at) ? add_in_rows(count, by, at) : add_one_by_one(count, by, at);
        int64_t i = 0;
        for (; i + 4 <= count; i += 4) {
            const int64_t k0 = at(i), k1 = at(i + 1), k2 = at(i + 2), k3 = at(i + 3);
            held_[0][k0] = T(held_[0][k0] + by);
            held_[1][k1] = T(held_[1][k1] + by);
            held_[2][k2] = T(held_[2][k2] + by);
            held_[3][k3] = T(held_[3][k3] + by);
        }
        for (; i < count; ++i) {
            const int64_t k = at(i);
            held_[0][k] = T(held_[0][k] + by);
        }
    }

    // The same, with places computed ahead, in vectors.
    template <class At> PR_INLINE void add_ahead(int64_t count, T by, At at) {
        int64_t places[STRIP];
        for (int64_t from = 0; from < count; from += STRIP) {
            const int64_t many = count - from < STRIP ? count - from : STRIP;
            PR_INDEPENDENT
            for (int64_t j = 0; j < many; ++j) places[j] = at(from + j);
            add(many, by, [&](int64_t j) { return places[j]; });
        }
    }

    PR_INLINE void finish() {
        if (!apart_) return;
        for (int64_t k = 0; k < places_; ++k) to_[k] = T(to_[k] + T(T(held_[0][k] + held_[1][k]) + T(held_[2][k] + held_[3][k])));
    }

private:
    template <class At> PR_INLINE void add_one_by_one(int64_t count, T by, At at) {
        for (int64_t i = 0; i < count; ++i) {
            const int64_t k = at(i);
            to_[k] = T(to_[k] + by);
        }
    }
    template <class At> PR_INLINE void add_in_rows(int64_t count, T by, At at) {
        T held = 0;
        int64_t last = -1;  // the place that it belongs to
        for (int64_t i = 0; i < count; ++i) {
            const int64_t k = at(i);
            if (k != last) {
                if (last >= 0) to_[last] = held;
                held = to_[k];
                last = k;
            }
            held = T(held + by);
        }
        if (last >= 0) to_[last] = held;
    }

    static constexpr int64_t STRIP = 64;  // iterations
    static constexpr int64_t MOST = 512;  // places of which four tables stay in the nearest cache
    T* to_;
    int64_t places_;
    bool apart_;
    T held_[4][MOST];
};
}  // namespace pr

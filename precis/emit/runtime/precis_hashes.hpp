// Hash tables of rows of integers: open addressing, the slot by the highest bits of a multiplicative hash (precis/ir/ops/hashing.py says
// how they are laid out). Rows that are given are all different.
#pragma once

#include <cstdint>

#include "precis.hpp"

namespace pr {
namespace hashes {

constexpr int64_t SLOTS = 4;  // for each row

// A row's hash: the sum of its numbers times these, the last number times the first of them; each further one is the one before times STEP.
// Products that do not wait for one another: what is looked for often depends on what was found before.
constexpr uint64_t FACTORS[] = {0xC13FA9A902A6328Fu, 0x91E10DA5C79E7B1Du, 0xFB1D2800FB75E337u, 0x345ABB68229735DFu}, STEP = 0x9E3779B97F4A7C15u;
constexpr int64_t GIVEN = 4;

template <class T> PR_INLINE uint64_t mixed(const int64_t width, const T* row) {
    uint64_t found = 0, factor = 0;
    for (int64_t k = 0; k < width; ++k) {
        factor = k < GIVEN ? FACTORS[k] : factor * STEP;
        found += uint64_t(int64_t(row[width - 1 - k])) * factor;
    }
    return found;
}

// The slots that are in use for a number of rows.
struct Slots {
    uint64_t last;
    int shift;
    PR_INLINE explicit Slots(int64_t rows) {
        const int bits = 65 - __builtin_clzll(uint64_t(rows));
        last = (uint64_t(1) << bits) - 1, shift = 64 - bits;
    }
    PR_INLINE uint64_t first(uint64_t hash) const { return hash >> shift; }
    PR_INLINE uint64_t after(uint64_t slot) const { return (slot + 1) & last; }
};

template <class T> PR_INLINE bool equal(const int64_t width, const T* row, const int64_t* key) {
    bool found = true;
    for (int64_t k = 0; k < width; ++k) found &= int64_t(row[k]) == key[k];
    return found;
}

}  // namespace hashes

// The table of `n` rows.
template <class T> PR_INLINE void hash_table(const int64_t n, const int64_t width, const T* rows, int64_t* table) {
    for (int64_t k = 0; k < n * hashes::SLOTS; ++k) table[k] = -1;
    if (n <= 0) return;
    const hashes::Slots slots(n);
    for (int64_t k = 0; k < n; ++k) {
        uint64_t slot = slots.first(hashes::mixed(width, rows + k * width));
        while (table[slot] >= 0) slot = slots.after(slot);
        table[slot] = k;
    }
}

namespace hashes {

// The number of the row that is equal to `key`, or ~slot of the free one that would take it; -1 among no rows.
template <class T> PR_INLINE int64_t place(const int64_t n, const int64_t width, const int64_t* table, const T* rows, const int64_t* key) {
    if (n <= 0) return -1;
    const Slots slots(n);
    uint64_t slot = slots.first(mixed(width, key));
    PR_ROLLED
    for (uint64_t turn = 0; turn <= slots.last; ++turn) {
        const int64_t row = table[slot];
        if (row < 0) break;
        if (equal(width, rows + row * width, key)) return row;
        slot = slots.after(slot);
    }
    return ~int64_t(slot);
}

}  // namespace hashes

// found[0] is written last: where a key has just been put in its place, it is taken from registers.
template <class T> PR_INLINE void hash_find(const int64_t n, const int64_t width, const int64_t* table, const T* rows, const int64_t* key,
                                            int64_t* found) {
    found[0] = hashes::place(n, width, table, rows, key);
}

}  // namespace pr

// Bytes that are looked up in a table of at most 256, 64 at a time where the processor has permutations of bytes of four registers.
#pragma once

#include "precis.hpp"

#if defined(__AVX512VBMI__) && defined(__AVX512BW__) && !defined(PR_DEVICE)
#define PR_PERMUTES_BYTES 1
#if defined(__clang__)  // whose built-in functions have other names; GCC takes <immintrin.h> longer than the rest of most programs
#include <immintrin.h>
#endif
#endif

namespace pr {
#if defined(PR_PERMUTES_BYTES)
typedef char Bytes __attribute__((vector_size(64)));
using Bits64 = unsigned long long;  // one of each byte
#if defined(__clang__)
PR_INLINE Bytes bytes_at(const uint8_t* x, Bits64 wanted) { return (Bytes)_mm512_maskz_loadu_epi8(wanted, x); }
PR_INLINE void put_bytes(uint8_t* to, Bits64 wanted, Bytes x) { _mm512_mask_storeu_epi8(to, wanted, (__m512i)x); }
PR_INLINE Bytes picked(Bytes low, Bytes places, Bytes high) { return (Bytes)_mm512_permutex2var_epi8((__m512i)low, (__m512i)places, (__m512i)high); }
#else
PR_INLINE Bytes bytes_at(const uint8_t* x, Bits64 wanted) { return __builtin_ia32_loaddquqi512_mask((const char*)x, Bytes{}, wanted); }
PR_INLINE void put_bytes(uint8_t* to, Bits64 wanted, Bytes x) { __builtin_ia32_storedquqi512_mask((char*)to, x, wanted); }
PR_INLINE Bytes picked(Bytes low, Bytes places, Bytes high) { return __builtin_ia32_vpermt2varqi512_mask(places, low, high, ~Bits64(0)); }
#endif
#endif

constexpr int64_t NEAR = 8;  // elements of which one is looked up: vectors of all are faster than one after the other

class ByteTable {
public:
    // `table`: `count` elements of one byte, of which the first 256 can be looked up.
    PR_INLINE ByteTable(const void* table, int64_t count) : table_(static_cast<const uint8_t*>(table)) {
#if defined(PR_PERMUTES_BYTES)
        for (int k = 0; k < 4; ++k) part_[k] = bytes_at(table_ + 64 * k, first(count - 64 * k));
#else
        (void)count;
#endif
    }

    PR_INLINE uint8_t operator[](uint8_t at) const { return table_[at]; }

#if defined(PR_PERMUTES_BYTES)
    // The elements at those of 64 places that are `wanted`.
    PR_INLINE void find(const uint8_t* at, uint8_t* found, Bits64 wanted) const {
        const Bytes places = bytes_at(at, wanted), low = picked(part_[0], places, part_[1]), high = picked(part_[2], places, part_[3]);
        put_bytes(found, wanted, places < 0 ? high : low);
    }

    PR_INLINE static Bits64 first(int64_t count) {
        return count >= 64 ? ~Bits64(0) : count > 0 ? (Bits64(1) << count) - 1 : Bits64(0);
    }
#endif

private:
    const uint8_t* table_;
#if defined(PR_PERMUTES_BYTES)
    Bytes part_[4];
#endif
};

// out[i * step] = table[at[i * step]] for i < count. Of neighbours that are not wanted, memory is left as it is.
PR_INLINE void look_up_row(int64_t count, const ByteTable& table, void* out, const void* at, int64_t step) {
    const uint8_t* places = static_cast<const uint8_t*>(at);
    uint8_t* to = static_cast<uint8_t*>(out);
    int64_t from = 0;
#if defined(PR_PERMUTES_BYTES)
    if (step <= NEAR) {
        const int64_t length = 64 - 64 % step;
        Bits64 wanted = 0;
        for (int64_t k = 0; k < length; k += step) wanted |= Bits64(1) << k;
        for (; from < count * step; from += length) table.find(places + from, to + from, wanted & ByteTable::first(count * step - from));
        return;
    }
#endif
    for (; from < count * step; from += step) {
        to[from] = table[places[from]];
        PR_SINGLE;
    }
}

// out[i] = table[at(i)] for i < count, where vectors of places are computed.
template <class At> PR_INLINE void look_up(int64_t count, const ByteTable& table, void* out, At at) {
    alignas(64) uint8_t places[64];
    uint8_t* to = static_cast<uint8_t*>(out);
    for (int64_t from = 0; from < count; from += 64) {
        const int64_t many = count - from < 64 ? count - from : 64;
        PR_INDEPENDENT
        for (int64_t j = 0; j < many; ++j) places[j] = at(from + j);
        look_up_row(many, table, to + from, places, 1);
    }
}
}  // namespace pr

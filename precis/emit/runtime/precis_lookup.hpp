// Bytes that are looked up in a table of at most 256, 64 at a time where the processor has permutations of bytes of four registers.
#pragma once

#include "precis.hpp"

#if defined(__AVX512VBMI__) && defined(__AVX512BW__) && !defined(PR_DEVICE)
#include <immintrin.h>
#define PR_PERMUTES_BYTES 1
#endif

namespace pr {
constexpr int64_t NEAR = 8;  // elements of which one is looked up: vectors of all are faster than one after the other

class ByteTable {
public:
    // `table`: `count` elements of one byte, of which the first 256 can be looked up.
    PR_INLINE ByteTable(const void* table, int64_t count) : table_(static_cast<const uint8_t*>(table)) {
#if defined(PR_PERMUTES_BYTES)
        for (int k = 0; k < 4; ++k) part_[k] = _mm512_maskz_loadu_epi8(first(count - 64 * k), table_ + 64 * k);
#else
        (void)count;
#endif
    }

    PR_INLINE uint8_t operator[](uint8_t at) const { return table_[at]; }

#if defined(PR_PERMUTES_BYTES)
    // The elements at those of 64 places that are `wanted`.
    PR_INLINE void find(const uint8_t* at, uint8_t* found, __mmask64 wanted) const {
        const __m512i places = _mm512_maskz_loadu_epi8(wanted, at);
        const __m512i low = _mm512_permutex2var_epi8(part_[0], places, part_[1]), high = _mm512_permutex2var_epi8(part_[2], places, part_[3]);
        _mm512_mask_storeu_epi8(found, wanted, _mm512_mask_blend_epi8(_mm512_movepi8_mask(places), low, high));
    }

    PR_INLINE static __mmask64 first(int64_t count) {
        return count >= 64 ? ~__mmask64(0) : count > 0 ? (__mmask64(1) << count) - 1 : __mmask64(0);
    }
#endif

private:
    const uint8_t* table_;
#if defined(PR_PERMUTES_BYTES)
    __m512i part_[4];
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
        __mmask64 wanted = 0;
        for (int64_t k = 0; k < length; k += step) wanted |= __mmask64(1) << k;
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

// Matrix products on the tile registers of x86 (AMX-BF16): multiplicands of bfloat16, sums in binary32. Where the processor or the system
// has none, matrix_units() says no, and a library or loops do the work. Intel 64 and IA-32 Architectures Software Developer's Manual,
// TDPBF16PS: in a tile, terms of even and of odd k are added up apart by fused steps that round to nearest even, then both to the sum;
// subnormals count as zero.
#pragma once

#include "precis.hpp"

#if defined(__AMX_BF16__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace pr {

#if defined(__AMX_BF16__) && defined(__linux__)
namespace amx {

constexpr int64_t ROWS = 16, PAIRS = 16, DEPTH = 2 * PAIRS, BLOCK = 2 * ROWS;  // of a tile; rows and columns of a block of four
constexpr int64_t TILE = ROWS * PAIRS;                                          // pairs of halves in a tile

struct alignas(64) Shapes {
    uint8_t palette = 1, start = 0, reserved[14] = {};
    uint16_t bytes[16] = {};
    uint8_t rows[16] = {};
    Shapes() {
        for (int k = 0; k < 8; ++k) bytes[k] = 4 * PAIRS, rows[k] = ROWS;
    }
};

inline bool granted() {  // the kernel keeps tile registers from processes that have not asked (arch_prctl, ARCH_REQ_XCOMP_PERM)
    static const bool given = syscall(SYS_arch_prctl, 0x1023, 18) == 0;
    return given;
}

// Two neighbours in k as one word; the values are those of bfloat16, so that the upper halves of their bits are all of them.
PR_INLINE uint32_t pair(float first, float second) { return bits_as<uint32_t>(first) >> 16 | (bits_as<uint32_t>(second) & 0xFFFF0000u); }

// Row `r` of a tile holds at(r, k), k = 0, 1, ...; lines and k beyond the matrix are zeros.
template <class At> void pack_lines(uint16_t* to, int64_t lines, int64_t k, At at) {
    for (int64_t depth = 0; depth < k; depth += DEPTH)
        for (int64_t r = 0; r < BLOCK; ++r, to += DEPTH) {
            const int64_t count = r < lines ? size_min(DEPTH, k - depth) : 0;
            PR_INDEPENDENT
            for (int64_t x = 0; x < count; ++x) to[x] = uint16_t(bits_as<uint32_t>(at(r, depth + x)) >> 16);
            for (int64_t x = count; x < DEPTH; ++x) to[x] = 0;
        }
}
// Row `p` of a tile holds the pairs at(k, c), k = 2 p and 2 p + 1, of its columns; two tiles lie one after the other.
template <class At> void pack_columns(uint32_t* to, int64_t columns, int64_t k, At at) {
    for (int64_t depth = 0; depth < k; depth += DEPTH, to += 2 * TILE)
        for (int64_t p = 0; p < PAIRS; ++p) {
            const int64_t row = depth + 2 * p, filled = row < k ? columns : 0;
            for (int64_t half = 0; half < 2; ++half) {
                uint32_t* line = to + half * TILE + p * PAIRS;
                const int64_t begin = half * PAIRS, count = size_max(0, size_min(PAIRS, filled - begin));
                if (row + 1 < k)
                    for (int64_t c = 0; c < count; ++c) line[c] = pair(at(row, begin + c), at(row + 1, begin + c));
                else
                    for (int64_t c = 0; c < count; ++c) line[c] = pair(at(row, begin + c), 0.0f);
                for (int64_t c = count; c < PAIRS; ++c) line[c] = 0;
            }
        }
}

// The instructions by name: <immintrin.h> takes compilers longer than all else here.
#define PR_TILE_ZERO(tile) asm volatile("tilezero %%tmm" #tile ::)
#define PR_TILE_LOAD(tile, from) asm volatile("tileloadd (%0,%1,1), %%tmm" #tile ::"r"(from), "r"(4 * PAIRS) : "memory")
#define PR_TILE_STORE(tile, to) asm volatile("tilestored %%tmm" #tile ", (%0,%1,1)" ::"r"(to), "r"(4 * BLOCK) : "memory")
#define PR_TILE_MULTIPLY(sum, a, b) asm volatile("tdpbf16ps %%tmm" #b ", %%tmm" #a ", %%tmm" #sum ::)

// A block of four tiles of the result, from packed panels of `steps` tiles' depth.
inline void block(const uint16_t* a, const uint32_t* b, int64_t steps, float* to) {
    PR_TILE_ZERO(0);
    PR_TILE_ZERO(1);
    PR_TILE_ZERO(2);
    PR_TILE_ZERO(3);
    for (int64_t s = 0; s < steps; ++s, a += 4 * TILE, b += 2 * TILE) {
        PR_TILE_LOAD(4, a);
        PR_TILE_LOAD(5, a + 2 * TILE);
        PR_TILE_LOAD(6, b);
        PR_TILE_LOAD(7, b + TILE);
        PR_TILE_MULTIPLY(0, 4, 6);
        PR_TILE_MULTIPLY(1, 4, 7);
        PR_TILE_MULTIPLY(2, 5, 6);
        PR_TILE_MULTIPLY(3, 5, 7);
    }
    PR_TILE_STORE(0, to);
    PR_TILE_STORE(1, to + ROWS);
    PR_TILE_STORE(2, to + ROWS * BLOCK);
    PR_TILE_STORE(3, to + ROWS * BLOCK + ROWS);
}
#undef PR_TILE_ZERO
#undef PR_TILE_LOAD
#undef PR_TILE_STORE
#undef PR_TILE_MULTIPLY

inline void product(int64_t m, int64_t n, int64_t k, Matrix<float> a, Matrix<float> b, float* c, int64_t step) {
    const int64_t steps = (k + DEPTH - 1) / DEPTH, panel = steps * 2 * TILE, panels = (n + BLOCK - 1) / BLOCK;
    Memory<uint16_t> rows(2 * panel);
    Memory<uint32_t> columns(panel * panels);
    for (int64_t j = 0; j < panels; ++j) {
        const float* from = b.start + j * BLOCK * (b.transposed ? b.step : 1);
        const int64_t count = size_min(BLOCK, n - j * BLOCK);
        if (b.transposed)
            pack_columns(columns.data + j * panel, count, k, [=](int64_t r, int64_t x) { return from[x * b.step + r]; });
        else
            pack_columns(columns.data + j * panel, count, k, [=](int64_t r, int64_t x) { return from[r * b.step + x]; });
    }
    const Shapes shapes;
    asm volatile("ldtilecfg %0" ::"m"(shapes));
    alignas(64) float sums[BLOCK * BLOCK];
    for (int64_t i = 0; i < m; i += BLOCK) {
        const float* from = a.start + i * (a.transposed ? 1 : a.step);
        const int64_t count = size_min(BLOCK, m - i);
        if (a.transposed)
            pack_lines(rows.data, count, k, [=](int64_t r, int64_t x) { return from[x * a.step + r]; });
        else
            pack_lines(rows.data, count, k, [=](int64_t r, int64_t x) { return from[r * a.step + x]; });
        for (int64_t j = 0; j < panels; ++j) {
            block(rows.data, columns.data + j * panel, steps, sums);
            const int64_t width = size_min(BLOCK, n - j * BLOCK);
            for (int64_t r = 0; r < count; ++r) memcpy(c + (i + r) * step + j * BLOCK, sums + r * BLOCK, width * sizeof(float));
        }
    }
    asm volatile("tilerelease" ::);
}

}  // namespace amx
inline bool matrix_units(int64_t m, int64_t n, int64_t k) {
    return m > 7 && n > 7 && k > 7 && double(m) * double(n) * double(k) >= 32768.0 && amx::granted();
}
#else
inline bool matrix_units(int64_t, int64_t, int64_t) { return false; }
#endif

// C = A B, where all elements of A and B are values of bfloat16.
inline bool worthwhile_halves(const void* gemm, int64_t m, int64_t n, int64_t k) { return matrix_units(m, n, k) || worthwhile(gemm, m, n, k); }
inline void product_of_halves(void* gemm, int64_t m, int64_t n, int64_t k, Matrix<float> a, Matrix<float> b, Matrix<float> c) {
#if defined(__AMX_BF16__) && defined(__linux__)
    if (matrix_units(m, n, k)) return amx::product(m, n, k, a, b, const_cast<float*>(c.start), c.step);
#endif
    product<float>(gemm, m, n, k, a, b, c);
}

}  // namespace pr

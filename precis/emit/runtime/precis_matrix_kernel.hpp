// C = A B or C += A B by matrix instructions of a whole wave of lanes. A block computes a 64 x 64 tile of C, each of its waves a part of it.
// Tiles of A and B pass through shared memory, rounded to the multiplicand format and packed into registers on the way; edges are zeros.
//
// A unit P says what a lane holds of D(M x N) += A(M x K) B(K x N): registers of PACK elements that are neighbours along K. Register r of
// a lane begins at (a_row, a_depth) in A and (b_depth, b_column) in B; accumulator r lies at (c_row, c_column).
#pragma once

namespace pr {

// mma.m16n8kK of 32-bit registers (PTX ISA, "Matrix Fragments for mma"), K = 8 PACK: 16-bit elements in pairs, 8-bit elements in fours.
template <int P> struct Fragments_m16n8 {
    static constexpr int LANES = 32, M = 16, N = 8, PACK = P, K = 8 * P, A = 4, B = 2, C = 4;
    static PR_ON_DEVICE int a_row(int lane, int r) { return lane / 4 + 8 * (r % 2); }
    static PR_ON_DEVICE int a_depth(int lane, int r) { return P * (lane % 4 + 4 * (r / 2)); }
    static PR_ON_DEVICE int b_depth(int lane, int r) { return P * (lane % 4 + 4 * r); }
    static PR_ON_DEVICE int b_column(int lane, int) { return lane / 4; }
    static PR_ON_DEVICE int c_row(int lane, int r) { return lane / 4 + 8 * (r / 2); }
    static PR_ON_DEVICE int c_column(int lane, int r) { return 2 * (lane % 4) + r % 2; }
};

// mma.m8n8k4 of binary64 (the same section).
struct Fragments_m8n8k4 {
    static constexpr int LANES = 32, M = 8, N = 8, PACK = 1, K = 4, A = 1, B = 1, C = 2;
    static PR_ON_DEVICE int a_row(int lane, int) { return lane / 4; }
    static PR_ON_DEVICE int a_depth(int lane, int) { return lane % 4; }
    static PR_ON_DEVICE int b_depth(int lane, int) { return lane % 4; }
    static PR_ON_DEVICE int b_column(int lane, int) { return lane / 4; }
    static PR_ON_DEVICE int c_row(int lane, int) { return lane / 4; }
    static PR_ON_DEVICE int c_column(int lane, int r) { return 2 * (lane % 4) + r; }
};

// v_mfma_*_16x16xK (AMD Instinct instruction set architecture, "Matrix Arithmetic Instructions"), K = 4 PACK. Rows of the result: four
// neighbours to a lane (BLOCK = 4), in binary64 every fourth (BLOCK = 1).
template <int P, int BLOCK> struct Fragments_16x16 {
    static constexpr int LANES = 64, M = 16, N = 16, PACK = P, K = 4 * P, A = 1, B = 1, C = 4;
    static PR_ON_DEVICE int a_row(int lane, int) { return lane % 16; }
    static PR_ON_DEVICE int a_depth(int lane, int) { return P * (lane / 16); }
    static PR_ON_DEVICE int b_depth(int lane, int) { return P * (lane / 16); }
    static PR_ON_DEVICE int b_column(int lane, int) { return lane % 16; }
    static PR_ON_DEVICE int c_row(int lane, int r) { return BLOCK * (lane / 16) + (BLOCK == 4 ? r : 4 * r); }
    static PR_ON_DEVICE int c_column(int lane, int) { return lane % 16; }
};

// No instruction: every lane one element by itself.
struct Fragments_apart {
    static constexpr int LANES = 32, M = 8, N = 4, PACK = 1, K = 1, A = 1, B = 1, C = 1;
    static PR_ON_DEVICE int a_row(int lane, int) { return lane / 4; }
    static PR_ON_DEVICE int a_depth(int, int) { return 0; }
    static PR_ON_DEVICE int b_depth(int, int) { return 0; }
    static PR_ON_DEVICE int b_column(int lane, int) { return lane % 4; }
    static PR_ON_DEVICE int c_row(int lane, int) { return lane / 4; }
    static PR_ON_DEVICE int c_column(int lane, int) { return lane % 4; }
};

constexpr int TILE = 64, WAVE_ROWS = 32;

// A matrix by lines: rows of A, columns of B; `depth` is the stride along the sum.
template <class T> struct Operand {
    T* data;
    int64_t line, depth, lines;
};

// The tile of an operand: TILE lines of 64 bytes or more, padded so that lanes of a wave meet different banks.
template <class P> struct Staged {
    using Register = typename P::Register;
    static constexpr int DEEP = P::K / P::PACK, WIDE = 64 / sizeof(Register), WORDS = WIDE > DEEP ? WIDE : DEEP, PAD = 16 / sizeof(Register);
    static constexpr int DEPTH = WORDS * P::PACK;
    static_assert(DEPTH % P::K == 0, "a tile is a whole number of instructions deep");
    static_assert(MATRIX_THREADS % WORDS == 0 && MATRIX_THREADS % TILE == 0, "the words of a thread are evenly apart");
    static constexpr int SHARE = TILE * WORDS / MATRIX_THREADS;
    Register word[TILE][WORDS + PAD];

    // Where the first word of a thread lies in the tile, and the steps to its next: neighbours in memory go to neighbouring threads.
    struct Place { int line, word, lines, words; };
    template <class T> static __device__ Place place(const Operand<const T>& x) {
        const int at = int(threadIdx.x);
        return x.depth <= x.line ? Place{at / WORDS, at % WORDS, MATRIX_THREADS / WORDS, 0} : Place{at % TILE, at / TILE, 0, MATRIX_THREADS / TILE};
    }
    // A thread's words of the tile at (first, k0).
    template <class T> static __device__ void fetch(Register (&held)[SHARE], const Operand<const T>& x, int64_t first, int64_t k0, int64_t depth) {
        const Place at = place(x);
        const T* from = x.data + (first + at.line) * x.line + (k0 + at.word * P::PACK) * x.depth;
        const int64_t step = at.lines * x.line + at.words * P::PACK * x.depth;
        const int lines = int(size_min(x.lines - first - at.line, TILE)), deep = int(size_min(depth - k0 - at.word * P::PACK, DEPTH));
        for (int e = 0; e < SHARE; ++e, from += step) {
            typename P::Number element[P::PACK];
            for (int p = 0; p < P::PACK; ++p) {
                const bool inside = e * at.lines < lines && e * at.words * P::PACK + p < deep;
                element[p] = inside ? P::from(from[p * x.depth]) : typename P::Number(0);
            }
            held[e] = P::pack(element);
        }
    }
    template <class T> __device__ void put(const Register (&held)[SHARE], const Operand<const T>& x) {
        const Place at = place(x);
        for (int e = 0; e < SHARE; ++e) word[at.line + e * at.lines][at.word + e * at.words] = held[e];
    }
};

// The products of one position along the batch axes: the tile of C that begins at (first_row, 64 blockIdx.x).
template <class P, bool ADD, class TA, class TB, class TC>
__device__ void matrix_tile(Operand<const TA> a, Operand<const TB> b, TC* c, int64_t c_row, int64_t c_column, int64_t depth, int64_t first_row) {
    using S = typename P::Accumulator;
    using Tile = Staged<P>;
    constexpr int WAVES = MATRIX_THREADS / P::LANES, WAVE_COLUMNS = 2 * TILE / WAVES;
    constexpr int ROWS = WAVE_ROWS / P::M, COLUMNS = WAVE_COLUMNS / P::N;
    __shared__ Tile tile_a, tile_b;
    const int wave = int(threadIdx.x) / P::LANES, lane = int(threadIdx.x) % P::LANES;
    const int64_t first_column = int64_t(blockIdx.x) * TILE;
    const int row = wave % 2 * WAVE_ROWS, column = wave / 2 * WAVE_COLUMNS;
    S sum[ROWS][COLUMNS][P::C] = {};
    typename P::Register next_a[Tile::SHARE], next_b[Tile::SHARE];

    Tile::fetch(next_a, a, first_row, 0, depth);
    Tile::fetch(next_b, b, first_column, 0, depth);
    for (int64_t k0 = 0; k0 < depth; k0 += Tile::DEPTH) {
        tile_a.put(next_a, a);
        tile_b.put(next_b, b);
        __syncthreads();
        if (k0 + Tile::DEPTH < depth) {  // on its way while the units work
            Tile::fetch(next_a, a, first_row, k0 + Tile::DEPTH, depth);
            Tile::fetch(next_b, b, first_column, k0 + Tile::DEPTH, depth);
        }
        for (int k = 0; k < Tile::DEPTH; k += P::K) {
            typename P::Register left[ROWS][P::A], right[COLUMNS][P::B];
            for (int i = 0; i < ROWS; ++i)
                for (int r = 0; r < P::A; ++r)
                    left[i][r] = tile_a.word[row + i * P::M + P::a_row(lane, r)][(k + P::a_depth(lane, r)) / P::PACK];
            for (int j = 0; j < COLUMNS; ++j)
                for (int r = 0; r < P::B; ++r)
                    right[j][r] = tile_b.word[column + j * P::N + P::b_column(lane, r)][(k + P::b_depth(lane, r)) / P::PACK];
            for (int i = 0; i < ROWS; ++i)
                for (int j = 0; j < COLUMNS; ++j) P::multiply(sum[i][j], left[i], right[j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            for (int r = 0; r < P::C; ++r) {
                const int64_t y = first_row + row + i * P::M + P::c_row(lane, r), x = first_column + column + j * P::N + P::c_column(lane, r);
                if (y < a.lines && x < b.lines) {
                    TC& place = c[y * c_row + x * c_column];
                    place = TC(ADD ? S(place) + sum[i][j][r] : sum[i][j][r]);
                }
            }
}

template <class P, bool ADD, class TA, class TB, class TC>
__global__ void __launch_bounds__(MATRIX_THREADS)
matrix_kernel(Operand<const TA> a, Operand<const TB> b, TC* c, int64_t c_row, int64_t c_column, int64_t depth, Batch outer, Batch inner) {
    for (int64_t z = blockIdx.z; z < outer.extent * inner.extent; z += gridDim.z) {
        const int64_t o = z / inner.extent, i = z % inner.extent;
        const Operand<const TA> left{a.data + o * outer.a + i * inner.a, a.line, a.depth, a.lines};
        const Operand<const TB> right{b.data + o * outer.b + i * inner.b, b.line, b.depth, b.lines};
        for (int64_t row = int64_t(blockIdx.y) * TILE; row < a.lines; row += int64_t(gridDim.y) * TILE)
            matrix_tile<P, ADD>(left, right, c + o * outer.c + i * inner.c, c_row, c_column, depth, row);
    }
}

}  // namespace pr

// Rows of independent elements in whole vectors: the last one begins where it has to, over elements that others compute too (ADR 275).
//
// What compilers make of a row is whole vectors and, one by one, what is left: of 39 numbers of binary32 seven, which take as long as seven
// vectors.
#pragma once

#include "precis_compiler.hpp"

namespace pr {
#if defined(__AVX512F__)
constexpr int64_t BYTES_OF_VECTOR = 64;
#elif defined(__AVX__)
constexpr int64_t BYTES_OF_VECTOR = 32;
#else
constexpr int64_t BYTES_OF_VECTOR = 16;
#endif
template <class T> constexpr int64_t VECTOR_OF = BYTES_OF_VECTOR / int64_t(sizeof(T));

// body(i) for each i of a row, some of them twice; `HALVES`: rows that are shorter than a vector in halves of one, else one by one.
template <class T, bool HALVES = true, class F> PR_INLINE void whole_vectors(const int64_t n, F&& body) {
    constexpr int64_t W = VECTOR_OF<T>, HALF = W / 2;
    int64_t done = n & -W;
    PR_INDEPENDENT
    for (int64_t i = 0; i < done; ++i) body(i);
    if (n < W) {
        if (!HALVES || n < HALF) {
            PR_ROLLED
            for (int64_t i = 0; i < n; ++i) {
                body(i);
                PR_SINGLE;
            }
            return;
        }
        PR_INDEPENDENT
        for (int64_t v = 0; v < HALF; ++v) body(v);
        done = HALF;
    }
    if (n - done > HALF) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < W; ++v) body(n - W + v);
    } else if (n > done) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < HALF; ++v) body(n - HALF + v);
    }
}

// body(i) for each i of a row of narrow integers, in vectors of one length, of which the last one begins where it has to; rows that are
// shorter than the narrowest vectors one by one.
template <class T, int64_t W = VECTOR_OF<T>, class F> PR_INLINE void narrow_rows(const int64_t n, F&& body) {
    if (n >= W) {
        for (int64_t from = 0; from < n; from += W) {
            const int64_t first = from < n - W ? from : n - W;
            PR_INDEPENDENT
            for (int64_t v = 0; v < W; ++v) body(first + v);
        }
    } else if constexpr (W * int64_t(sizeof(T)) > 16) {
        narrow_rows<T, W / 2>(n, body);
    } else {
        PR_ROLLED
        for (int64_t i = 0; i < n; ++i) {
            body(i);
            PR_SINGLE;
        }
    }
}

// Where an element is stored: in its place, or aside, with its vector.
struct InPlace {
    template <class T> PR_INLINE T& at(T& place, T*) const { return place; }
    template <class T> PR_INLINE T counted(T x) const { return x; }
};
struct Aside {
    int64_t v;
    template <class T> PR_INLINE T& at(T&, T* held) const { return held[v]; }
};
// The same of a vector that begins with elements of others, which do not count.
template <class N> struct AsideInPart : Aside {
    const N* fresh;
    PR_INLINE AsideInPart(int64_t v, const N* fresh) : Aside{v}, fresh(fresh) {}
    PR_INLINE N counted(N x) const { return N(x & fresh[v]); }
};
template <class N, int64_t W> struct NewOfVector {
    N x[2 * W];
    constexpr NewOfVector() : x() {
        for (int64_t k = W; k < 2 * W; ++k) x[k] = N(-1);
    }
};
template <class N, int64_t W> alignas(64) constexpr NewOfVector<N, W> NEW_OF_VECTOR{};

// What integers in 32 bits add up to, of whatever kind.
template <class T> struct Total {
    T sum = 0;
    PR_INLINE void add(int32_t part) { sum = T(sum + T(part)); }
    PR_INLINE T result() const { return sum; }
};
// body(i, to, part) for each i of a row of narrow integers, which adds to part[k] what sums[k] is to have of them: as many as 32 bits hold at a
// time. `put` as below.
template <class N, int64_t W = VECTOR_OF<N>, class F, class G, class... S>
PR_INLINE void narrow_totals(const int64_t n, F&& body, G&& put, S&... sums) {
    constexpr int64_t MOST = 16384;
    const auto take = [&](int32_t* part) PR_BODY { (sums.add(*part++), ...); };
    if (n >= W) {
        const int64_t whole = n & -W;
        if (n > whole) {
            int32_t part[sizeof...(S)] = {};
            const N* fresh = NEW_OF_VECTOR<N, W>.x + (n - whole);
            PR_INDEPENDENT
            for (int64_t v = 0; v < W; ++v) body(n - W + v, AsideInPart<N>(v, fresh), part);
            take(part);
        }
        for (int64_t from = 0; from < whole; from += MOST) {
            int32_t part[sizeof...(S)] = {};
            const int64_t count = (from + MOST < whole ? MOST : whole - from) & -W;
            PR_INDEPENDENT
            for (int64_t i = 0; i < count; ++i) body(from + i, InPlace(), part);
            take(part);
        }
        if (n > whole) {
            PR_INDEPENDENT
            for (int64_t v = 0; v < W; ++v) put(n - W + v, v);
        }
    } else if constexpr (W * int64_t(sizeof(N)) > 16) {
        narrow_totals<N, W / 2>(n, body, put, sums...);
    } else {
        int32_t part[sizeof...(S)] = {};
        PR_ROLLED
        for (int64_t i = 0; i < n; ++i) {
            body(i, InPlace(), part);
            PR_SINGLE;
        }
        take(part);
    }
}

// What rows of narrow integers add up to, column by column: in integers of twice their bytes, ROWS rows at a time, which these hold.
// term(i, j): of row i and column j. put(j, first, sum): what the rows at hand add to column j, those with the first one among them or others.
template <class N> using TwiceAsWide = std::conditional_t<sizeof(N) == 1, std::conditional_t<std::is_signed_v<N>, int16_t, uint16_t>,
                                                          std::conditional_t<std::is_signed_v<N>, int32_t, uint32_t>>;
template <class N, int64_t W, class F, class G>
PR_INLINE void narrow_block(const int64_t first, const int64_t end, const int64_t from, const int64_t skip, F&& term, G&& put) {
    using Sum = TwiceAsWide<N>;
    Sum sums[W] = {};
    for (int64_t i = first; i < end; ++i) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 8  // so that the sums stay in registers
#endif
        PR_INDEPENDENT
        for (int64_t v = 0; v < W; ++v) sums[v] = Sum(sums[v] + Sum(term(i, from + v)));
    }
    PR_INDEPENDENT
    for (int64_t v = skip; v < W; ++v) put(from + v, first == 0, sums[v]);
}
template <class N, class F, class G> PR_INLINE void narrow_columns(const int64_t rows, const int64_t columns, F&& term, G&& put) {
    constexpr int64_t ROWS = 255, WIDE = 256 / int64_t(sizeof(N)), VECTOR = 64 / int64_t(sizeof(N)), SHORT = VECTOR / 4;
    for (int64_t first = 0; !first || first < rows; first += ROWS) {
        const int64_t end = first + ROWS < rows ? first + ROWS : rows;
        int64_t j = 0;
        for (; j + WIDE <= columns; j += WIDE) narrow_block<N, WIDE>(first, end, j, 0, term, put);
        if (columns >= VECTOR) {
            for (; j < columns; j += VECTOR) {
                const int64_t from = j + VECTOR <= columns ? j : columns - VECTOR;
                narrow_block<N, VECTOR>(first, end, from, j - from, term, put);
            }
        } else if (columns >= SHORT) {
            for (; j < columns; j += SHORT) {
                const int64_t from = j + SHORT <= columns ? j : columns - SHORT;
                narrow_block<N, SHORT>(first, end, from, j - from, term, put);
            }
        }
        for (; j < columns; ++j) narrow_block<N, 1>(first, end, j, 0, term, put);
    }
}

// The same for rows that are written over: the last vector is computed before anything is written, and put(i, v) writes its element v.
template <class T, class F, class G> PR_INLINE void whole_vectors(const int64_t n, F&& body, G&& put) {
    constexpr int64_t W = VECTOR_OF<T>, HALF = W / 2;
    if (n < HALF) {
        PR_ROLLED
        for (int64_t i = 0; i < n; ++i) {
            body(i, InPlace());
            PR_SINGLE;
        }
        return;
    }
    const int64_t whole = n & -W, done = whole ? whole : HALF;
    if (n - done > HALF) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < W; ++v) body(n - W + v, Aside{v});
    } else if (n > done) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < HALF; ++v) body(n - HALF + v, Aside{v});
    }
    PR_INDEPENDENT
    for (int64_t i = 0; i < whole; ++i) body(i, InPlace());
    if (!whole) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < HALF; ++v) body(v, InPlace());
    }
    if (n - done > HALF) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < W; ++v) put(n - W + v, v);
    } else if (n > done) {
        PR_INDEPENDENT
        for (int64_t v = 0; v < HALF; ++v) put(n - HALF + v, v);
    }
}
}  // namespace pr

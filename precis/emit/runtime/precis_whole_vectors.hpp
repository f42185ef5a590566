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
};
struct Aside {
    int64_t v;
    template <class T> PR_INLINE T& at(T&, T* held) const { return held[v]; }
};

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

// Rows of terms in lanes: which term goes to which, in an order that is fixed and made for vectors.
#pragma once

#include "precis_arithmetic.hpp"

namespace pr {

// Term k of a row goes to lane k mod 32 if rows have 32 terms or more, or 8 or more where several rows have 32 together (`wide`), else all to
// lane 0; lanes fold in halves.
constexpr int LANES = 32, SHORT = 8;
PR_INLINE bool one_lane(const int64_t count, const bool wide) { return count < (wide ? SHORT : LANES); }

// Asks for the line of memory that will be written AHEAD bytes behind `to`: where stores go to several arrays, processors are late to
// fetch what they overwrite.
constexpr uintptr_t AHEAD = 512;
template <class T> PR_INLINE void soon(T* to) {
#if defined(__GNUC__) && !defined(PR_DEVICE)
    __builtin_prefetch(reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(to) + AHEAD), 1);
#endif
}
struct Nothing {
    PR_INLINE void operator()(int64_t) const {}
};

// PART terms are a vector: the rest of a row goes to its lanes part by part, then half a part, then one by one. `before` is told where
// each part begins.
template <int PART = 8, class F, class G = Nothing> PR_INLINE void lanes(const int64_t count, F&& body, G&& before = G(), const bool wide = false) {
    int64_t k = 0, lane = 0;  // lanes are counted as addresses are: narrower numbers that may wrap make gathers of neighbours
    for (; k + LANES <= count; k += LANES) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
        for (int p = 0; p < LANES; p += PART) {
            before(k + p);
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + p + j, p + j);
        }
    }
    if (count >= LANES) {
        PR_ROLLED
        for (; k + PART <= count; k += PART, lane += PART) {
            before(k);
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + j, lane + j);
        }
        if (PART > 8 && k + PART / 2 <= count) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART / 2; ++j) body(k + j, lane + j);
            k += PART / 2, lane += PART / 2;
        }
    }
    if (one_lane(count, wide)) {  // apart, so that the one lane stays in a register
        PR_ROLLED
        for (; k < count; ++k) body(k, 0);
    } else if (count < LANES) {
        PR_ROLLED
        for (; k + SHORT <= count; k += SHORT) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SHORT; ++j) body(k + j, k + j);
        }
        if (k + SHORT / 2 <= count) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SHORT / 2; ++j) body(k + j, k + j);
            k += SHORT / 2;
        }
        lane = k;
    }
    PR_ROLLED
    for (; k < count; ++k, ++lane) body(k, lane);
}

// What is given to accumulators, in lanes as `lanes` counts them: `body` is told which term, and what takes one number for each of them. The
// rest of a row is a vector of which the last lanes take what changes nothing: lanes that are written one by one are waited for by whoever
// reads them as vectors, for as long as 32 terms or more take. (No lane holds -0.0, to which 0.0 could not be added.)
#if defined(__AVX2__) && !defined(PR_DEVICE)
constexpr bool MASKED = true;
#else
constexpr bool MASKED = false;
#endif
template <class A> using Term = std::remove_extent_t<decltype(A::lane)>;
template <class T> constexpr bool IN_VECTORS = std::is_arithmetic_v<T> && sizeof(T) <= 8;
template <class... T> struct Given {
    template <class G> PR_INLINE void to(G&& take) const { take(); }
};
template <class T, class... U> struct Given<T, U...> {
    T first;
    Given<U...> others;
    template <class G> PR_INLINE void to(G&& take) const {
        others.to([&](const U... x) PR_BODY { take(first, x...); });
    }
};
template <int N, int PART, class F, class G, class... A>
PR_INLINE void added(const int64_t count, F&& body, G&& before, const bool wide, A&... sums) {
    const auto one = [&](const int64_t k, const int64_t lane) PR_BODY {
        body(k, [&](const Term<A>... x) PR_BODY { (sums.add(lane, x), ...); });
    };
    if constexpr (N == 1) {
        for (int64_t k = 0; k < count; ++k) one(k, 0);
    } else if constexpr (!MASKED || !(IN_VECTORS<Term<A>> && ...)) {
        lanes<PART>(count, one, before, wide);
    } else {
        const int64_t whole = one_lane(count, wide) ? count : count / PART * PART, left = count - whole, lane = whole % LANES;
        lanes<PART>(whole, one, before, wide);
        if (left == 0) return;
        PR_INDEPENDENT
        for (int64_t j = 0; j < PART; ++j) {
            Given<Term<A>...> given{A::none()...};
            if (j < left) body(whole + j, [&](const Term<A>... x) PR_BODY { given = {x...}; });
            given.to([&](const Term<A>... x) PR_BODY { (sums.add(lane + j, x), ...); });
        }
    }
}

// PART neighbours from `first` on, for nearly all of which `test` fails: `none` computes those of a part for all of which it does, without
// what only the others need. Both give the same bits.
template <int PART, class Test, class None, class Some>
PR_INLINE void rare(const int64_t first, Test&& test, None&& none, Some&& some) {
    int64_t found = 0;
    PR_INDEPENDENT
    for (int64_t j = 0; j < PART; ++j) found |= test(first + j) ? 1 : 0;
    if (found) {
        PR_INDEPENDENT
        for (int64_t j = 0; j < PART; ++j) some(first + j, j);
    } else {
        PR_INDEPENDENT
        for (int64_t j = 0; j < PART; ++j) none(first + j, j);
    }
}
// The same over a range, whose end may not fill a part.
template <int PART, class Test, class None, class Some>
PR_INLINE void rarely(const int64_t first, const int64_t end, Test&& test, None&& none, Some&& some) {
    if (first + PART <= end) return rare<PART>(first, test, none, some);
    if constexpr (PART > 16) {  // enough for vectors
        PR_INDEPENDENT
        for (int64_t k = first; k < end; ++k) some(k, 0);
    } else {
        PR_ROLLED
        for (int64_t k = first; k < end; ++k) some(k, 0);
    }
}
// The same for terms that are added in lanes, as `lanes` counts them, or, with N = 1, in one.
template <int PART, int N, class Test, class None, class Some, class G = Nothing>
PR_INLINE void rare_terms(const int64_t count, Test&& test, None&& none, Some&& some, G&& before = G(), const bool wide = false) {
    int64_t k = 0, lane = 0;
    if (N > 1 && count >= LANES) {
        const auto part = [&](const int64_t first, const int64_t from) PR_BODY {
            before(first);
            rare<PART>(first, test, [&](const int64_t i, const int64_t j) PR_BODY { none(i, from + j); },
                       [&](const int64_t i, const int64_t j) PR_BODY { some(i, from + j); });
        };
        for (; k + LANES <= count; k += LANES) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
            for (int p = 0; p < LANES; p += PART) part(k + p, p);
        }
        PR_ROLLED
        for (; k + PART <= count; k += PART, lane += PART) part(k, lane);
    }
    PR_ROLLED
    for (const int step = N > 1 && !one_lane(count, wide) ? 1 : 0; k < count; ++k, lane += step) some(k, lane);
}

// Terms that wait to be added in their lanes: where truth values and bytes in memory are among what they are computed from, loops that
// only compute take more of them at a time than lanes do. The lane of a term is its place in the row mod 32, as everywhere.
constexpr bool STAGED = true;
constexpr bool SPREAD = true;  // what a row of terms is read from does not lie side by side
constexpr int64_t STAGE = 256;
static_assert(STAGE % LANES == 0);
template <class A> struct Waiting {
    typedef std::remove_extent_t<decltype(A::lane)> T;
    A sum;
    T stage[STAGE];
    PR_INLINE void add(int64_t k, T x) { stage[k] = x; }
    PR_INLINE void take(const int64_t count, const bool few) {
        constexpr bool one = sizeof sum.lane == sizeof(T);
        if (one || few || count < LANES) {
            const int step = one || few ? 0 : 1;
            for (int64_t k = 0, lane = 0; k < count; ++k, lane += step) sum.add(lane, stage[k]);
        } else lanes<sizeof(T) <= 4 ? 16 : 8>(count, [&](const int64_t k, const int64_t lane) PR_BODY { sum.add(lane, stage[k]); });
    }
    PR_INLINE T result() { return sum.result(); }
};
struct NothingThere {
    PR_INLINE void operator()(int64_t, int64_t) const {}
};
// `before` and `after`: told where a strip begins, and how long it is.
template <class B, class A, class F, class... S>
PR_INLINE void staged_beside(const int64_t count, const bool wide, B&& before, A&& after, F&& body, S&... sums) {
    for (int64_t k = 0; k < count; k += STAGE) {
        const int64_t here = count - k < STAGE ? count - k : STAGE;
        before(k, here);
        PR_INDEPENDENT
        for (int64_t j = 0; j < here; ++j) body(k + j, j);
        after(k, here);
        (sums.take(here, one_lane(count, wide)), ...);
    }
}
template <class F, class... S> PR_INLINE void staged_rows(const int64_t count, const bool wide, F&& body, S&... sums) {
    staged_beside(count, wide, NothingThere(), NothingThere(), body, sums...);
}
template <class F, class... S> PR_INLINE void staged(const int64_t count, F&& body, S&... sums) { staged_rows(count, false, body, sums...); }

// The result of one row: short ones need no lanes.
template <template <class, int, class> class A, class T, class R = Unrounded, bool APART = false, class F>
PR_INLINE T row(const int64_t count, F&& term) {
    if (count < LANES) {
        A<T, 1, R> s;
        for (int64_t k = 0; k < count; ++k) s.add(0, term(k));
        return s.result();
    }
    if constexpr (APART) {
        Waiting<A<T, LANES, R>> s;
        staged(count, [&](const int64_t k, const int64_t j) PR_BODY { s.add(j, term(k)); }, s);
        return s.result();
    }
    A<T, LANES, R> s;
    added<LANES, sizeof(T) <= 4 ? 16 : 8>(count, [&](const int64_t k, auto&& add) PR_BODY { add(term(k)); }, Nothing(), false, s);
    return s.result();
}

#if !defined(PR_DEVICE)
// The results of the rows from `first` on, which `done` takes: short ones side by side.
constexpr int64_t SIDE = 16;
template <template <class, int, class> class A, class T, class R = Unrounded, bool APART = false, class F, class G>
PR_INLINE void rows(int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    if (count < LANES && first + SIDE <= end) {
        A<T, int(SIDE), R> s;
        for (int64_t k = 0; k < count; ++k) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SIDE; ++j) s.add(j, term(first + j, k));
        }
        PR_INDEPENDENT
        for (int64_t j = 0; j < SIDE; ++j) done(first + j, s.lane[j]);
    } else
        for (; first < end; ++first) done(first, row<A, T, R, APART>(count, [&](const int64_t k) PR_BODY { return term(first, k); }));
}

// The same for rows that are columns in memory: lanes of as many of them as lie side by side in a few lines. Each term goes to its lane.
constexpr int64_t COLUMNS = 64;
template <template <class, int, class> class A, class T, class R, int WIDTH, class F, class G>
PR_INLINE void columns_of(const int64_t first, const int64_t count, F&& term, G&& done) {
    A<T, WIDTH, R> s[LANES];
    for (int64_t k = 0; k < count; ++k) {
        auto& sum = s[k % LANES];
        PR_INDEPENDENT
        for (int64_t j = 0; j < WIDTH; ++j) sum.add(j, term(first + j, k));
    }
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < WIDTH; ++j) s[l].add(j, s[l + half].lane[j]);
        }
    PR_INDEPENDENT
    for (int64_t j = 0; j < WIDTH; ++j) done(first + j, s[0].lane[j]);
}
template <template <class, int, class> class A, class T, class R = Unrounded, class F, class G>
PR_INLINE void columns(int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    if (count >= LANES && first + COLUMNS == end) return columns_of<A, T, R, COLUMNS>(first, count, term, done);
    if (count >= LANES)
        for (; first + SIDE <= end; first += SIDE) columns_of<A, T, R, SIDE>(first, count, term, done);
    for (; first < end; first += SIDE) rows<A, T, R>(first, size_min(end, first + SIDE), count, term, done);
}

// A row in strips that fit into registers: `body` is told where each begins, and how many elements it has.
constexpr int64_t CHUNK_OF_ROWS = 16;
template <int WIDE = 32, class F> PR_INLINE void strips(const int64_t count, F&& body) {
    int64_t k = 0;
    for (; k + WIDE <= count; k += WIDE) body(k, std::integral_constant<int, WIDE>());
    for (; k + 8 <= count; k += 8) body(k, std::integral_constant<int, 8>());
    if (k + 4 <= count) body(k, std::integral_constant<int, 4>()), k += 4;
    if (k + 2 <= count) body(k, std::integral_constant<int, 2>()), k += 2;
    if (k < count) body(k, std::integral_constant<int, 1>());
}

// The same for several rows, from `first` on: of rows of one vector as many are told at once as registers hold, since each alone is a chain of
// additions that wait for each other. Where there are registers enough, those of four vectors too: what all rows read is loaded once for them.
#if defined(__AVX512F__)
constexpr int ROWS = 4;
#else
constexpr int ROWS = 2;
#endif
template <int WIDE = 32, class F> PR_INLINE void strips_of_rows(const int64_t count, const int64_t first, const int64_t end, F&& body) {
    using One = std::integral_constant<int, 1>;
    strips<WIDE>(count, [&](const int64_t start, const auto width) PR_BODY {
        int64_t row = first;
        if constexpr (width() == 8 || (ROWS == 4 && width() == WIDE))
            for (; row + ROWS <= end; row += ROWS) body(start, width, row, std::integral_constant<int, ROWS>());
        for (; row < end; ++row) body(start, width, row, One());
    });
}
template <int N, class F> PR_INLINE void each_row(F&& body) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
    for (int h = 0; h < N; ++h) body(h);
}

// The elements of a strip, vector by vector, so that each stays in its register.
template <int N, class F> PR_INLINE void across(F&& body) {
    if constexpr (N > 8) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4
#endif
        PR_INDEPENDENT
        for (int64_t j = 0; j < N; ++j) body(j);
    } else {
        PR_INDEPENDENT
        for (int64_t j = 0; j < N; ++j) body(j);
    }
}

// A row that feeds several accumulators: `body` is told how many lanes they have, which have to be made and folded for every row.
template <class F> PR_INLINE void with_lanes(const int64_t count, F&& body) {
    if (count < LANES) body(std::integral_constant<int, 1>());
    else body(std::integral_constant<int, LANES>());
}

// The terms of such a row.
template <int N, int PART = 8, class F, class G = Nothing> PR_INLINE void terms(const int64_t count, F&& body, G&& before = G()) {
    if constexpr (N == 1) {
        for (int64_t k = 0; k < count; ++k) body(k, 0);
    } else lanes<PART>(count, body, before);
}
#endif

}  // namespace pr

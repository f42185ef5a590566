// Rows of terms in lanes: which term goes to which, in an order that is fixed and made for vectors.
#pragma once

#include "precis_arithmetic.hpp"

namespace pr {

// If rows have 16 terms or more, or 8 or more where several rows have 32 together (`wide`), term k of a row goes to lane k mod 32 as long as
// 32 terms are left, then to lane k mod 8 as long as 8 are. What is left of rows is added up apart, and last, behind the lanes, which fold in
// halves: where a loop computes a row by sums of what stands before in it, its last terms are those that are waited for. Else all terms go to
// lane 0.
constexpr int LANES = 32, SHORT = 8, LONG = 16;
PR_INLINE bool one_lane(const int64_t count, const bool wide) { return count < (wide ? SHORT : LONG); }
struct Rest {};  // in place of a lane

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

// What is left of a row at k, less than LANES terms.
template <class F, class G> PR_INLINE void behind_lanes(int64_t k, const int64_t count, F&& body, G&& before) {
    PR_ROLLED
    for (; k + SHORT <= count; k += SHORT) {
        before(k);
        PR_INDEPENDENT
        for (int64_t j = 0; j < SHORT; ++j) body(k + j, j);
    }
    PR_ROLLED
    for (; k < count; ++k) {
        body(k, Rest());
        PR_SINGLE;
    }
}
// A row in lanes, however short it is, which needs N of them; PART terms are a vector. `before` is told where each part begins.
template <int PART = 8, int N = LANES, class F, class G = Nothing> PR_INLINE void in_lanes(const int64_t count, F&& body, G&& before = G()) {
    int64_t k = 0;
    for (; N == LANES && k + LANES <= count; k += LANES) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
        for (int p = 0; p < LANES; p += PART) {
            before(k + p);
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + p + j, p + j);
        }
    }
    behind_lanes(k, count, body, before);
}
template <int PART = 8, class F, class G = Nothing> PR_INLINE void lanes(const int64_t count, F&& body, G&& before = G(), const bool wide = false) {
    if (!one_lane(count, wide)) return in_lanes<PART>(count, body, before);
    PR_ROLLED
    for (int64_t k = 0; k < count; ++k) body(k, 0);
}

// The same for terms that are dear: what is left of a row is computed as a vector, too, where there are vectors in part. `body` is told which
// term, and what takes one number for each of the accumulators.
#if defined(__AVX2__) && !defined(PR_DEVICE)
constexpr bool MASKED = true;
#else
constexpr bool MASKED = false;
#endif
template <class A> using Term = std::remove_extent_t<decltype(A::lane)>;
template <class T> constexpr bool IN_VECTORS = std::is_arithmetic_v<T> && sizeof(T) <= 8;
template <int N, class... T> struct Parted {
    PR_INLINE void set(int64_t) {}
    template <class G> PR_INLINE void to(int64_t, G&& take) const { take(); }
};
template <int N, class T, class... U> struct Parted<N, T, U...> {
    T first[N] = {};
    Parted<N, U...> others;
    PR_INLINE void set(const int64_t j, const T x, const U... y) { first[j] = x, others.set(j, y...); }
    template <class G> PR_INLINE void to(const int64_t j, G&& take) const {
        others.to(j, [&](const U... y) PR_BODY { take(first[j], y...); });
    }
};
// Compilers take as long for each copy of a dear term as processors for hundreds of them: there are two, of a whole vector and of one in part,
// however terms are added.
template <int N, int PART, class F, class G, class... A>
PR_INLINE void added(const int64_t count, F&& body, G&& before, const bool wide, A&... sums) {
    if constexpr (!MASKED || !(IN_VECTORS<Term<A>> && ...)) {
        const auto one = [&](const int64_t k, const auto lane) PR_BODY {
            body(k, [&](const Term<A>... x) PR_BODY { (sums.add(lane, x), ...); });
        };
        if constexpr (N > 1) return lanes<PART>(count, one, before, wide);
        for (int64_t k = 0; k < count; ++k) one(k, 0);
    } else {
        const bool one = N == 1 || one_lane(count, wide);
        const int64_t laned = N == LANES ? count / LANES * LANES : 0, whole = one ? 0 : PART == SHORT ? count / SHORT * SHORT : laned;
        int64_t k = 0;
        PR_ROLLED
        for (; k < whole; k += PART) {
            const int64_t lane = k < laned ? k % LANES : 0;
            before(k);
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j) body(k + j, [&](const Term<A>... x) PR_BODY { (sums.add(lane + j, x), ...); });
        }
        PR_ROLLED
        for (int64_t here; k < count; k += here) {
            here = count - k < PART ? count - k : PART;
            before(k);
            Parted<PART, Term<A>...> terms;
            PR_INDEPENDENT
            for (int64_t j = 0; j < PART; ++j)
                if (j < here) body(k + j, [&](const Term<A>... x) PR_BODY { terms.set(j, x...); });
            int64_t j = 0;
            if constexpr (N > 1)
                for (; !one && j + SHORT <= here; j += SHORT) {
                    PR_INDEPENDENT
                    for (int64_t lane = 0; lane < SHORT; ++lane) terms.to(j + lane, [&](const Term<A>... x) PR_BODY { (sums.add(lane, x), ...); });
                }
            PR_ROLLED
            for (; j < here; ++j)
                terms.to(j, [&](const Term<A>... x) PR_BODY {
                    if constexpr (N > 1)
                        if (!one) return (sums.add(Rest(), x), ...);
                    (sums.add(0, x), ...);
                });
        }
    }
}

// Two bodies for neighbours: `none` for those for all of which `test` fails, without what only the others need. Both give the same bits.
template <class Test, class None, class Some> struct Unless {
    Test test;
    None none;
    Some some;
};
template <class Test, class None, class Some> PR_INLINE Unless<Test, None, Some> unless(Test test, None none, Some some) {
    return {test, none, some};
}
// A body that takes sines, cosines or tangents: with the library's where `far` finds an argument that is not moderate.
template <class Far, class Body> struct Angled {
    Far far;
    Body body;
};
template <class Far, class Body> PR_INLINE Angled<Far, Body> angled(Far far, Body body) { return {far, body}; }
// PART neighbours from `first` on, which go to the lanes from `lane` on. False where they have to be computed one by one.
template <int PART, class Body> PR_INLINE bool part(const int64_t first, const int64_t lane, const Body& body) {
    PR_INDEPENDENT
    for (int64_t j = 0; j < PART; ++j) body(first + j, lane + j);
    return true;
}
template <int PART, class Far, class Body> PR_INLINE bool part(const int64_t first, const int64_t lane, const Angled<Far, Body>& angled) {
    int64_t far = 0;
    PR_INDEPENDENT
    for (int64_t j = 0; j < PART; ++j) far |= angled.far(first + j) ? 1 : 0;
    if (far) return false;
    PR_INDEPENDENT
    for (int64_t j = 0; j < PART; ++j) angled.body(first + j, lane + j, false);
    return true;
}
template <int PART, class Test, class None, class Some>
PR_INLINE bool part(const int64_t first, const int64_t lane, const Unless<Test, None, Some>& either) {
    int64_t found = 0;
    PR_INDEPENDENT
    for (int64_t j = 0; j < PART; ++j) found |= either.test(first + j) ? 1 : 0;
    return found ? part<PART>(first, lane, either.some) : part<PART>(first, lane, either.none);
}
// One element, which is not looked at before.
template <class Body, class Lane> PR_INLINE void single(const int64_t k, const Lane lane, const Body& body) { body(k, lane); }
template <class Far, class Body, class Lane> PR_INLINE void single(const int64_t k, const Lane lane, const Angled<Far, Body>& angled) {
    angled.body(k, lane, true);
}
template <class Test, class None, class Some, class Lane>
PR_INLINE void single(const int64_t k, const Lane lane, const Unless<Test, None, Some>& either) {
    single(k, lane, either.some);
}
// A range, whose end may not fill a part.
template <int PART, class Either> PR_INLINE void rarely(const int64_t first, const int64_t end, const Either& either) {
    if (first + PART <= end && part<PART>(first, 0, either)) return;
    if constexpr (PART > 16) {  // enough for vectors
        PR_INDEPENDENT
        for (int64_t k = first; k < end; ++k) single(k, 0, either);
    } else {
        PR_ROLLED
        for (int64_t k = first; k < end; ++k) single(k, 0, either);
    }
}
// The same for terms that are added in lanes, as `lanes` counts them, or, with N = 1, in one.
template <int PART, int N, class Either, class G = Nothing>
PR_INLINE void rare_terms(const int64_t count, const Either& either, G&& before = G(), const bool wide = false) {
    if constexpr (N > 1)
        if (!one_lane(count, wide)) {
            const auto some = [&](const int64_t first, const int64_t lane, const auto width) PR_BODY {
                before(first);
                part<width()>(first, lane, either);
            };
            int64_t k = 0;
            for (; N == LANES && k + LANES <= count; k += LANES) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
                for (int p = 0; p < LANES; p += PART) some(k + p, p, std::integral_constant<int, PART>());
            }
            PR_ROLLED
            for (; k + SHORT <= count; k += SHORT) some(k, 0, std::integral_constant<int, SHORT>());
            PR_ROLLED
            for (; k < count; ++k) single(k, Rest(), either);
            return;
        }
    PR_ROLLED
    for (int64_t k = 0; k < count; ++k) single(k, 0, either);
}

// Terms that wait to be added in their lanes: where truth values and bytes in memory are among what they are computed from, loops that
// only compute take more of them at a time than lanes do.
// Terms: cheaper than a vector in part; waiting; dearer; hardly ever needed; waiting as truth values that are as wide as numbers.
constexpr int LIGHT = 0, STAGED = 1, DEAR = 2, RARE = 3, STAGED_WIDE = 4;
constexpr bool SPREAD = true;  // what a row of terms is read from does not lie side by side
constexpr int64_t STAGE = 256;
static_assert(STAGE % LANES == 0);
template <class A, class S = std::remove_extent_t<decltype(A::lane)>> struct Waiting {  // S: what terms wait as
    typedef std::remove_extent_t<decltype(A::lane)> T;
    A sum;
    S stage[STAGE];
    PR_INLINE void add(int64_t k, T x) { stage[k] = x; }
    PR_INLINE void take(const int64_t count, const bool few) {
        const auto one = [&](const int64_t k, const auto lane) PR_BODY { sum.add(lane, T(stage[k])); };
        constexpr int N = sizeof sum.lane / sizeof(T);
        if (N == 1 || few)
            for (int64_t k = 0; k < count; ++k) one(k, 0);
        else if constexpr (N > 1) in_lanes<sizeof(T) <= 4 ? 16 : 8, N>(count, one);
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

// Whether some truth value holds, or all do, is settled by one that does, or does not: rows are left behind a part that has it.
template <class A> struct Settled { static constexpr bool possible = false; };
template <class A, class S, class F> PR_INLINE bool settled(const int64_t count, F&& term) {
    for (int64_t k = 0; k < count; k += STAGE) {
        const int64_t here = count - k < STAGE ? count - k : STAGE;
        if constexpr (std::is_void_v<S>) {
            uint8_t found = 0;
            for (int64_t j = 0; j < here; ++j) found |= uint8_t(term(k + j) == Settled<A>::by);
            if (found) return Settled<A>::by;
        } else {  // what terms wait as
            Waiting<A, S> s;
            PR_INDEPENDENT
            for (int64_t j = 0; j < here; ++j) s.add(j, term(k + j));
            s.take(here, false);
            if (s.result() == Settled<A>::by) return Settled<A>::by;
        }
    }
    return !Settled<A>::by;
}

// The result of one row: short ones need no lanes.
template <template <class, int, class> class A, class T, class R = Unrounded, int TERMS = LIGHT, class F>
PR_INLINE T row(const int64_t count, F&& term) {
    if constexpr (TERMS == RARE) {  // one copy
        A<T, LANES, R> s;
        const bool one = one_lane(count, false);
        PR_ROLLED
        for (int64_t k = 0; k < count; ++k) {
            const T x = term(k);
            if (one) s.add(0, x);
            else if (k < count / SHORT * SHORT) s.add(k % (k < count / LANES * LANES ? LANES : SHORT), x);
            else s.add(Rest(), x);
            PR_SINGLE;
        }
        return s.result();
    }
    if (one_lane(count, false)) {
        A<T, 1, R> s;
        for (int64_t k = 0; k < count; ++k) s.add(0, term(k));
        return s.result();
    }
    constexpr bool waiting = TERMS == STAGED || TERMS == STAGED_WIDE;
    typedef std::conditional_t<TERMS == STAGED_WIDE, truth, T> S;
    if constexpr (Settled<A<T, 1, R>>::possible) return settled<A<T, LANES, R>, std::conditional_t<waiting, S, void>>(count, term);
    if constexpr (waiting) {
        Waiting<A<T, LANES, R>, S> s;
        staged(count, [&](const int64_t k, const int64_t j) PR_BODY { s.add(j, term(k)); }, s);
        return s.result();
    }
    constexpr int PART = sizeof(T) <= 4 ? 16 : 8;
    if constexpr (TERMS == DEAR) {
        A<T, LANES, R> s;
        added<LANES, PART>(count, [&](const int64_t k, auto&& add) PR_BODY { add(term(k)); }, Nothing(), false, s);
        return s.result();
    }
    const auto among = [&](const auto n) PR_BODY {
        A<T, n(), R> s;
        in_lanes<PART, n()>(count, [&](const int64_t k, const auto lane) PR_BODY { s.add(lane, term(k)); });
        return s.result();
    };
    return count < LANES ? among(std::integral_constant<int, SHORT>()) : among(std::integral_constant<int, LANES>());
}

#if !defined(PR_DEVICE)
// The results of the rows from `first` on, which `done` takes: short ones side by side.
constexpr int64_t SIDE = 16;
template <template <class, int, class> class A, class T, class R = Unrounded, int TERMS = LIGHT, class F, class G>
PR_INLINE void rows(int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    if (one_lane(count, false) && first + SIDE <= end) {
        A<T, int(SIDE), R> s;
        for (int64_t k = 0; k < count; ++k) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < SIDE; ++j) s.add(j, term(first + j, k));
        }
        PR_INDEPENDENT
        for (int64_t j = 0; j < SIDE; ++j) done(first + j, s.lane[j]);
    } else
        for (; first < end; ++first) done(first, row<A, T, R, TERMS>(count, [&](const int64_t k) PR_BODY { return term(first, k); }));
}

// The same for rows that are columns in memory: lanes of as many of them as lie side by side in a few lines. Each term goes to its lane.
constexpr int64_t COLUMNS = 64;
template <template <class, int, class> class A, class T, class R, int TERMS, int WIDTH, class F, class G>
PR_INLINE void columns_of(const int64_t first, const int64_t count, F&& term, G&& done) {
    A<T, WIDTH, R> s[TERMS == DEAR ? LANES + 1 : LANES], rest;
    const auto add = [&](A<T, WIDTH, R>& sum, const int64_t k) PR_BODY {
        PR_INDEPENDENT
        for (int64_t j = 0; j < WIDTH; ++j) sum.add(j, term(first + j, k));
    };
    const int64_t all = count / LANES * LANES, whole = count / SHORT * SHORT;
    if constexpr (TERMS == DEAR) {  // one copy
        for (int64_t k = 0; k < count; ++k) add(s[k < all ? k % LANES : k < whole ? k % SHORT : LANES], k);
        rest = s[LANES];
    } else {
        for (int64_t k = 0; k < all; ++k) add(s[k % LANES], k);
        for (int64_t k = all; k < whole; ++k) add(s[k % SHORT], k);
        for (int64_t k = whole; k < count; ++k) add(rest, k);
    }
    const auto meet = [&](A<T, WIDTH, R>& sum, const A<T, WIDTH, R>& other) PR_BODY {
        PR_INDEPENDENT
        for (int64_t j = 0; j < WIDTH; ++j) sum.add(j, other.lane[j]);
    };
    for (int half = (all ? LANES : SHORT) / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) meet(s[l], s[l + half]);
    meet(s[0], rest);
    PR_INDEPENDENT
    for (int64_t j = 0; j < WIDTH; ++j) done(first + j, s[0].lane[j]);
}
template <template <class, int, class> class A, class T, class R = Unrounded, int TERMS = LIGHT, class F, class G>
PR_INLINE void columns(int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    if (!one_lane(count, false) && first + COLUMNS == end) return columns_of<A, T, R, TERMS, COLUMNS>(first, count, term, done);
    if (!one_lane(count, false))
        for (; first + SIDE <= end; first += SIDE) columns_of<A, T, R, TERMS, SIDE>(first, count, term, done);
    for (; first < end; first += SIDE) rows<A, T, R, TERMS>(first, size_min(end, first + SIDE), count, term, done);
}

// A row in strips that fit into registers: `body` is told where each begins, and how many elements it has.
constexpr int64_t CHUNK_OF_ROWS = 16;
template <int WIDE = 32, class F> PR_INLINE void strips(const int64_t count, F&& body) {
    int64_t k = 0;
    for (; k + WIDE <= count; k += WIDE) body(k, std::integral_constant<int, WIDE>());
    for (; k + 8 <= count; k += 8) body(k, std::integral_constant<int, 8>());
    if (k + 4 <= count) body(k, std::integral_constant<int, 4>()), k += 4;
    for (; k < count; ++k) body(k, std::integral_constant<int, 1>());
}

// The same in strips of one length, the last of which begins where it has to: how many of its elements others have is told, too.
template <int WIDE, class F> PR_INLINE void whole_strips(const int64_t count, F&& body) {
    if (count < WIDE) return strips<8>(count, [&](const int64_t start, const auto width) PR_BODY { body(start, width, int64_t(0)); });
    for (int64_t k = 0; k < count; k += WIDE) {
        const int64_t start = k + WIDE <= count ? k : count - WIDE;
        body(start, std::integral_constant<int, WIDE>(), k - start);
    }
}

// A row of a known length that needs no more than one.
template <int WIDTH, class F> PR_INLINE void strip(F&& body) { body(int64_t(0), std::integral_constant<int, WIDTH>()); }

// The same for several rows, from `first` on: of rows of one vector or less as many are told at once as registers hold, since each alone is a
// chain of additions that wait for each other. Where there are registers enough, those of four vectors too: what all rows read is loaded once
// for them.
#if defined(__AVX512F__)
constexpr int ROWS = 4;
#else
constexpr int ROWS = 2;
#endif
template <bool MANY, class F> PR_INLINE void of_rows(int64_t row, const int64_t end, F&& body) {
    if constexpr (MANY)
        for (; row + ROWS <= end; row += ROWS) body(row, std::integral_constant<int, ROWS>());
    for (; row < end; ++row) body(row, std::integral_constant<int, 1>());
}
template <int WIDE = 32, class F> PR_INLINE void strips_of_rows(const int64_t count, const int64_t first, const int64_t end, F&& body) {
    strips<WIDE>(count, [&](const int64_t start, const auto width) PR_BODY {
        of_rows<width() <= 8 || ROWS == 4>(first, end, [&](const int64_t row, const auto height) PR_BODY { body(start, width, row, height); });
    });
}
template <int WIDTH, class F> PR_INLINE void strip_of_rows(const int64_t first, const int64_t end, F&& body) {
    strip<WIDTH>([&](const int64_t start, const auto width) PR_BODY {
        of_rows<width() <= 8 || ROWS == 4>(first, end, [&](const int64_t row, const auto height) PR_BODY { body(start, width, row, height); });
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
    if (one_lane(count, false)) body(std::integral_constant<int, 1>());
    else if (count < LANES) body(std::integral_constant<int, SHORT>());  // apart, so that lanes stay in registers where ways meet
    else body(std::integral_constant<int, LANES>());
}

// The terms of such a row.
template <int N, int PART = 8, class F, class G = Nothing> PR_INLINE void terms(const int64_t count, F&& body, G&& before = G()) {
    if constexpr (N == 1) {
        for (int64_t k = 0; k < count; ++k) body(k, 0);
    } else in_lanes<PART, N>(count, body, before);
}
#endif

}  // namespace pr

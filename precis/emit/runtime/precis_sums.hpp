// What lanes add up to: sums and extrema, their positions, bins and tallies.
#pragma once

#include "precis_lanes.hpp"

namespace pr {

struct Add { template <class T> static PR_INLINE T step(T a, T b) { return T(a + b); } template <class T> static PR_INLINE constexpr T unit() { return T(0); } };
struct Multiply { template <class T> static PR_INLINE T step(T a, T b) { return T(a * b); } template <class T> static PR_INLINE constexpr T unit() { return T(1); } };
struct Greater {
    template <class T> static PR_INLINE T step(T a, T b) { return maximum(a, b); }
    template <class T> static PR_INLINE bool before(T a, T b) { return a > b; }
    template <class T> static PR_INLINE constexpr T unit() {
        if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::min();
        else return -infinity<T>();
    }
};
struct Smaller {
    template <class T> static PR_INLINE T step(T a, T b) { return minimum(a, b); }
    template <class T> static PR_INLINE bool before(T a, T b) { return a < b; }
    template <class T> static PR_INLINE constexpr T unit() {
        if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::max();
        else return infinity<T>();
    }
};
struct Either { static PR_INLINE bool step(bool a, bool b) { return a | b; } template <class T> static PR_INLINE constexpr bool unit() { return false; } };
struct Both { static PR_INLINE bool step(bool a, bool b) { return a & b; } template <class T> static PR_INLINE constexpr bool unit() { return true; } };

// What is left of rows behind their lanes.
template <class S, class T, bool LANED> struct Last {};
template <class S, class T> struct Last<S, T, true> { T rest = S::template unit<T>(); };
template <class S, class T, int N, class R = Unrounded> struct Accumulator : Last<S, T, N == LANES || N == SHORT> {
    static PR_INLINE constexpr T none() { return S::template unit<T>(); }  // what changes nothing
    T lane[N];
    PR_INLINE Accumulator() {
        for (int k = 0; k < N; ++k) lane[k] = S::template unit<T>();
    }
    PR_INLINE void add(int64_t k, T x) { lane[k] = R::apply(T(S::step(lane[k], x))); }
    PR_INLINE void add(Rest, T x) { this->rest = R::apply(T(S::step(this->rest, x))); }
    template <int HALF> PR_INLINE void fold() {  // counts known to compilers leave no loops
        if constexpr (HALF > 0) {
            PR_INDEPENDENT
            for (int k = 0; k < HALF; ++k) lane[k] = R::apply(T(S::step(lane[k], lane[k + HALF])));
            fold<HALF / 2>();
        }
    }
    PR_INLINE T result() {
        fold<N / 2>();
        if constexpr (N == LANES || N == SHORT) add(0, this->rest);
        return lane[0];
    }
};
// One lane of what orders: NaN, of which the last one wins, is noted beside the chain of comparisons, each of which waits for the one before.
template <class S, class T> struct Ordered {
    T lane[1] = {S::template unit<T>()};
    T unordered = T(0);
    PR_INLINE void add(int64_t, T x) {
        lane[0] = S::before(x, lane[0]) ? x : lane[0];
        unordered = x != x ? x : unordered;
    }
    PR_INLINE T result() { return unordered != unordered ? unordered : lane[0]; }
};
template <class T> struct Accumulator<Greater, T, 1, Unrounded> : Ordered<Greater, T> {};
template <class T> struct Accumulator<Smaller, T, 1, Unrounded> : Ordered<Smaller, T> {};
template <class T, int N, class R = Unrounded> using Sum = Accumulator<Add, T, N, R>;
template <class T, int N, class R = Unrounded> using Product = Accumulator<Multiply, T, N, R>;
template <class T, int N, class R = Unrounded> using Maximum = Accumulator<Greater, T, N, R>;
template <class T, int N, class R = Unrounded> using Minimum = Accumulator<Smaller, T, N, R>;
template <class T, int N, class R = Unrounded> using Any = Accumulator<Either, T, N, R>;
template <class T, int N, class R = Unrounded> using All = Accumulator<Both, T, N, R>;
template <class T, int N, class R> struct Settled<Accumulator<Either, T, N, R>> { static constexpr bool possible = true, by = true; };
template <class T, int N, class R> struct Settled<Accumulator<Both, T, N, R>> { static constexpr bool possible = true, by = false; };

#if !defined(PR_DEVICE)
// Accumulators of bins, and one for what belongs to none.
template <class A> struct Binned {
    Memory<A> memory;
    PR_CALLED explicit Binned(const int64_t bins) : memory(bins + 1) {
        for (int64_t k = 0; k <= bins; ++k) new (memory.data + k) A();
    }
    PR_INLINE A& of(const int64_t bin) { return memory.data[bin]; }
    PR_CALLED auto result(const int64_t bin) { return memory.data[bin].result(); }
};
// Terms that go to the lanes of their bins: neighbours to different ones, so that they may go at once.
template <class F> PR_INLINE void scattered(const int64_t count, F&& body, const bool wide = false) {
    if (one_lane(count, wide)) {
        PR_ROLLED
        for (int64_t k = 0; k < count; ++k) body(k, 0);
    } else in_lanes(count, body);
}
#endif

struct IsGreater {
    template <class T> static PR_INLINE constexpr T least() { return Greater::template unit<T>(); }
    template <class T> static PR_INLINE bool before(T x, T best) { return x > best; }
    template <class T> static PR_INLINE bool loses(T x, T best) { return x <= best; }
    template <class T> static PR_INLINE bool better(T x, T best) { return x > best || (x != x && best == best); }
    template <class T> static PR_INLINE bool better_lane(T x, T best) { return bool(!(x <= best) & (best == best)); }  // no jump; !(x <= best): NaN, too
};
struct IsSmaller {
    template <class T> static PR_INLINE constexpr T least() { return Smaller::template unit<T>(); }
    template <class T> static PR_INLINE bool before(T x, T best) { return x < best; }
    template <class T> static PR_INLINE bool loses(T x, T best) { return x >= best; }
    template <class T> static PR_INLINE bool better(T x, T best) { return x < best || (x != x && best == best); }
    template <class T> static PR_INLINE bool better_lane(T x, T best) { return bool(!(x >= best) & (best == best)); }
};
template <class T, class Better> struct ArgExtreme {  // the first of the best, or the first NaN; 0 where none is better than the least
    T best = Better::template least<T>();
    int64_t position = 0;
    template <class L> PR_INLINE void add(L, T x, int64_t k) {
        if (!Better::loses(x, best) && Better::better(x, best)) best = x, position = k;  // nearly all are done with after one comparison
    }
    PR_INLINE int64_t result() const { return position; }
};

#if !defined(PR_DEVICE)
// The position in one row: each of N lanes keeps the first of its own best, the first among these is the first of all. What is left
// behind the last whole N is taken with elements before it, once more: they change nothing. Positions are as wide as the numbers. `before`
// is told where each part begins, and `term` which of the part it is.
template <int N, class Better, class T, class K, class F, class G = Nothing>
PR_INLINE int64_t arg_lanes(const int64_t count, F&& term, G&& before = G()) {
    constexpr int PART = N < 16 || sizeof(K) > 4 ? 8 : 16;
    T best[N];
    K position[N];
    const auto keep = [&](const int lane, const T x, const K k, const bool wins) PR_BODY {
        best[lane] = wins ? x : best[lane];
        position[lane] = wins ? k : position[lane];
    };
    const auto take = [&](const int64_t first) PR_BODY {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 4  // part by part, so that the lanes stay in registers
#endif
        for (int p = 0; p < N; p += PART) {
            before(first + p);
            PR_INDEPENDENT
            for (int j = p; j < p + PART; ++j) {
                const T x = term(first + j, j - p);
                keep(j, x, K(first + j), Better::better_lane(x, best[j]));
            }
        }
    };
    const auto fold = [&](const auto half) PR_BODY {
        constexpr int HALF = half();  // a loop up to a call loses its annotation
        PR_INDEPENDENT
        for (int j = 0; j < HALF; ++j) {
            const T x = best[j + HALF];
            const K k = position[j + HALF];
            const bool earlier = !Better::better_lane(best[j], x) & (k < position[j]);
            keep(j, x, k, Better::better_lane(x, best[j]) | earlier);
        }
    };
    for (int p = 0; p < N; p += PART) {
        before(p);
        PR_INDEPENDENT
        for (int j = p; j < p + PART; ++j) best[j] = term(j, j - p), position[j] = K(j);
    }
    int64_t k = N;
    for (; k + N <= count; k += N) take(k);
    if (k < count) take(count - N);
    if constexpr (N > 16) fold(std::integral_constant<int, 16>());
    if constexpr (N > 8) fold(std::integral_constant<int, 8>());
    fold(std::integral_constant<int, 4>()), fold(std::integral_constant<int, 2>());
    const bool wins = Better::better_lane(best[1], best[0]) | (!Better::better_lane(best[0], best[1]) & (position[1] < position[0]));
    return position[0] ^ ((position[0] ^ position[1]) & -K(wins));  // no jump
}
// The position in a short row, in which each new best would be a jump that nobody guesses: one instruction keeps the better number, and NaN,
// which it does not see, shows in the sum of all; -1 then, and where there is no number.
template <class Better, class T, class F> PR_INLINE int64_t arg_short(const int64_t count, F&& term) {
    if (count <= 0) return -1;
    T best = term(0), all = best;
    int64_t position = 0;
    PR_ROLLED
    for (int64_t k = 1; k < count; ++k) {
        const T x = term(k);
        const bool better = Better::before(x, best);
        position = better ? k : position;
        best = better ? x : best;
        if constexpr (!std::is_integral_v<T>) all += x;
    }
    return all == all ? position : -1;
}
// Terms that lie apart in memory are waited for: few lanes do.
// Of truth values the first that is the better one; the first of all where none is.
template <bool BETTER, class F> PR_INLINE int64_t first_row(const int64_t count, F&& term) {
    constexpr int64_t PART = 64;
    for (int64_t k = 0; k < count; k += PART) {
        const int64_t end = k + PART < count ? k + PART : count;
        int64_t found = 0;
        for (int64_t j = k; j < end; ++j) found |= term(j) == BETTER ? 1 : 0;
        if (found) {
            while (term(k) != BETTER) ++k;
            return k;
        }
    }
    return 0;
}
template <class Better, class T, bool FAR = false, class F> PR_INLINE int64_t arg_row(const int64_t count, F&& term) {
    if constexpr (std::is_same_v<T, bool>) return first_row<std::is_same_v<Better, IsGreater>>(count, term);
    using K = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
    constexpr int FEW = sizeof(K) == 4 ? 16 : 8, MANY = FAR ? FEW : LANES, LEAST = FAR ? 2 * FEW + 16 : FEW + 4;
    const auto one = [&](const int64_t k, int) PR_BODY { return term(k); };
    if (count >= LEAST && count <= std::numeric_limits<K>::max())
        return count < 4 * LANES ? arg_lanes<FEW, Better, T, K>(count, one) : arg_lanes<MANY, Better, T, K>(count, one);
    if (const int64_t position = arg_short<Better, T>(count, term); position >= 0) return position;
    ArgExtreme<T, Better> found;
    for (int64_t k = 0; k < count; ++k) found.add(0, term(k), k);
    return found.result();
}

// The position in one row of what takes eight bytes, beside truth values that `before` makes as wide, BESIDE at a time.
constexpr int BESIDE = 8;
template <class Better, class T, class G, class F> PR_INLINE int64_t arg_beside(const int64_t count, G&& before, F&& term) {
    const auto part = [&](const int64_t first) PR_BODY { before(first, BESIDE); };
    if (count >= 8 * LANES) return arg_lanes<LANES, Better, T, int64_t>(count, term, part);
    if (count >= 2 * BESIDE) return arg_lanes<BESIDE, Better, T, int64_t>(count, term, part);
    const auto one = [&](const int64_t k) PR_BODY { return before(k, 1), term(k, 0); };
    if (const int64_t position = arg_short<Better, T>(count, one); position >= 0) return position;
    ArgExtreme<T, Better> found;
    for (int64_t k = 0; k < count; ++k) found.add(0, one(k), k);
    return found.result();
}

// The positions in rows that lie side by side, which `done` takes: each step goes one element along all of them.
template <class Better, class T, class F, class G> PR_INLINE void arg_rows(const int64_t first, const int64_t end, const int64_t count, F&& term, G&& done) {
    strips(end - first, [&](const int64_t start, const auto width) PR_BODY {
        T best[width()];
        int64_t position[width()];
        across<width()>([&](const int64_t j) PR_BODY { best[j] = count ? term(first + start + j, 0) : T(), position[j] = 0; });
        for (int64_t k = 1; k < count; ++k)
            across<width()>([&](const int64_t j) PR_BODY {
                const T x = term(first + start + j, k);
                const bool better = Better::better_lane(x, best[j]);
                best[j] = better ? x : best[j];
                position[j] = better ? k : position[j];
            });
        across<width()>([&](const int64_t j) PR_BODY { done(first + start + j, position[j]); });
    });
}
#endif

// Bits of significands, collected with |: their last one tells the precision that holds all numbers. Of numbers that binary64 does not
// hold, the bit behind its precision.
constexpr int64_t FRACTION = (int64_t(1) << 52) - 1;
template <class T> PR_INLINE int64_t significand(T x) {
    const int64_t fraction = bits_as<int64_t>(double(x)) & FRACTION;
    if constexpr (sizeof(T) > sizeof(double)) return T(double(x)) == x ? fraction << 1 : 1;
    return fraction << 1;
}
PR_INLINE int precision_of(int64_t collected) {
    if (collected == 0) return 1;
    const int64_t last = collected & -collected;
    return 54 - int((bits_as<int64_t>(double(last)) >> 52) - 1023);
}

// sum g w, sum |g w|, sum (g w)^2, sum |g|, max |w|, min |w| over w != 0, precision that holds all w (TALLY_COLUMNS of the IR)
template <class T, int N> struct Tally {
    T signed_[N], absolute[N], squared[N], adjoint[N], largest[N], smallest[N];
    int64_t significands[N];
    PR_INLINE Tally() {
        for (int k = 0; k < N; ++k) {
            signed_[k] = absolute[k] = squared[k] = adjoint[k] = largest[k] = T(0), smallest[k] = infinity<T>();
            significands[k] = 0;
        }
    }
    PR_INLINE void add(Rest, T g, T weight) { add(0, g, weight); }
    PR_INLINE void add(int64_t k, T g, T weight) {
        const bool counts = abs(weight) < infinity<T>();  // sentinels and masks do not
        const T share = counts ? g * weight : T(0), size = counts ? abs(weight) : T(0);
        signed_[k] += share;
        absolute[k] += abs(share);
        squared[k] += share * share;
        adjoint[k] += abs(g);
        largest[k] = size > largest[k] ? size : largest[k];  // vectorises; a NaN shows in the sums
        const T candidate = size == T(0) ? infinity<T>() : size;
        smallest[k] = candidate < smallest[k] ? candidate : smallest[k];
        significands[k] |= significand(size);
    }
    template <class M> PR_INLINE void add_to(M* row) {
        T total[6] = {T(0), T(0), T(0), T(0), T(row[4]), T(row[5])};
        int64_t collected = 0;
        for (int k = 0; k < N; ++k) {
            collected |= significands[k];
            total[0] += signed_[k], total[1] += absolute[k], total[2] += squared[k], total[3] += adjoint[k];
            total[4] = maximum(total[4], largest[k]), total[5] = minimum(total[5], smallest[k]);
        }
        for (int c = 0; c < 4; ++c) row[c] = M(T(row[c]) + total[c]);
        row[4] = M(total[4]), row[5] = M(total[5]);
        const T precision = total[4] > T(0) ? T(precision_of(collected)) : T(0);
        row[6] = M(maximum(T(row[6]), precision));
    }
};

}  // namespace pr

// Stable sorts as NumPy orders numbers: ascending, NaN last. Rows are sorted by integers of the same order: in vectors where the processor
// has them (precis_sort_vector.hpp), or, where they are long and few bits tell them apart, by these bits, some at a time (radix sort, Knuth,
// The Art of Computer Programming 3, 5.2.5).
#pragma once

#include "precis.hpp"
#include "precis_sort_lanes.hpp"
#include "precis_sort_vector.hpp"

#include <algorithm>

namespace pr {

template <class T> PR_INLINE bool before(T x, T y) { return (x < y) | ((y != y) & (x == x)); }

// A number as an unsigned integer of the same order: equal numbers become equal, NaN the largest.
template <class T> struct Key {
    using Bits = std::conditional_t<sizeof(T) == 1, uint8_t, std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
    static constexpr Bits top = Bits(Bits(1) << (8 * sizeof(T) - 1)), turn = std::is_signed_v<T> ? top : Bits(0);
    static PR_INLINE Bits of(T x) {
        const Bits b = bits_as<Bits>(x);
        if constexpr (std::is_integral_v<T>) return Bits(b ^ turn);
        else {
            const Bits ordered = b ^ ((Bits(0) - (b >> (8 * sizeof(T) - 1))) | top), number = x == T(0) ? top : ordered;
            return x == x ? number : Bits(~Bits(0));
        }
    }
    static PR_INLINE T back(Bits b) {
        if constexpr (std::is_integral_v<T>) return bits_as<T>(Bits(b ^ turn));
        else return bits_as<T>(Bits(b ^ (((b >> (8 * sizeof(T) - 1)) - Bits(1)) | top)));
    }
};
template <class T> constexpr bool has_key = std::is_integral_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double>;

// Runs what goes along a row: in vectors, where its elements are neighbours.
template <class F> PR_INLINE void in_steps(int64_t step, F run) {
    if (step == 1) run(std::integral_constant<int64_t, 1>());
    else run(step);
}

PR_INLINE int bits_of(uint64_t x) { return x ? 64 - __builtin_clzll(x) : 0; }

// What tells keys apart: of their distances from the least of them `bits` bits, `below` of which all have zeros. rises: they are in order.
struct Spread {
    uint64_t least;
    int below, bits;
    bool rises;
};
template <class B> PR_CALLED Spread spread_of(const B* keys, int64_t n) {
    B least = keys[0], greatest = keys[0], differ = 0, falls = 0;
    PR_INDEPENDENT
    for (int64_t k = 1; k < n; ++k) {
        least = keys[k] < least ? keys[k] : least;
        greatest = keys[k] > greatest ? keys[k] : greatest;
        differ |= keys[k] ^ keys[0];
        falls |= B(keys[k] < keys[k - 1]);
    }
    const int below = differ ? __builtin_ctzll(differ) : 0;
    return {least, below, bits_of(uint64_t(B(greatest - least)) >> below), !falls};
}

// How many bits a radix sort takes at a time, how often, and what it costs: numbers that are moved.
struct Radix {
    static constexpr int WIDEST = 10;                          // bits: there are as many places to write at as the nearest cache has lines
    static constexpr int64_t FEWEST = 128;                     // numbers: choosing takes as long as sorting fewer
    static constexpr int64_t NEAR = 1 << 16, LINE = 64;        // bytes
    int width = 1, passes = 0;
    int64_t cost = 0;
    Radix(int64_t n, int bits) {
        for (int w = 1; w <= WIDEST; ++w) {
            const int many = (bits + w - 1) / w;
            const int64_t all = many * (n + (int64_t(1) << w >> 1));
            if (w == 1 || all < cost) width = w, passes = many, cost = all;
        }
    }
    // Whether that is less than n numbers of so many bytes cost by comparisons, in vectors or one by one (measured).
    bool pays(int64_t n, int64_t bytes, bool vectors) const {
        return n < int64_t(1) << 31 && cost * (vectors ? 24 / bytes : 1) <= n * bits_of(uint64_t(n));
    }
    // Elements for keys, and for what is spare beside them.
    template <class B> static int64_t room(int64_t n) { return n + (n < FEWEST ? 0 : (LINE << WIDEST) / int64_t(sizeof(B))); }
};

// Sorts keys by these digits of theirs, from bit `low` on, stably. There is Radix::room for them, and in `spare`. What has one digit lies a
// line of the caches away from what has the next: where all are as many as a power of two says, as in permutations, their ends would
// lie in the same few places of the caches.
template <class B> PR_CALLED void by_digits(B* keys, int64_t n, B* spare, int low, const Radix radix) {
    const int64_t size = int64_t(1) << radix.width, apart = n * int64_t(sizeof(B)) > Radix::NEAR ? Radix::LINE / int64_t(sizeof(B)) : 0;
    const uint64_t one = uint64_t(size - 1);
    Memory<uint32_t> memory(radix.passes * size);
    uint32_t *count = memory.data, all = uint32_t(n), *end = &all;  // end: of each part of `keys`
    std::fill(count, count + radix.passes * size, 0u);
    for (int64_t k = 0; k < n; ++k) {
        uint64_t rest = uint64_t(keys[k]) >> low;
        for (int d = 0; d < radix.passes; ++d, rest >>= radix.width) ++count[d * size + int64_t(rest & one)];
    }
    B *from = keys, *to = spare;
    for (int d = 0; d < radix.passes; ++d, count += size) {
        const int shift = low + d * radix.width;
        uint32_t place = 0;
        for (int64_t c = 0; c < size; ++c) {
            const uint32_t here = count[c];
            count[c] = place;
            place += here + uint32_t(apart);
        }
        const uint32_t* last = end + (end == &all ? 1 : size);
        int64_t k = 0;
        for (; end < last; ++end, k += apart)
            for (; k < *end; ++k) to[count[uint64_t(from[k]) >> shift & one]++] = from[k];
        if (apart) end = count;
        else end = &all;
        std::swap(from, to);
    }
    if (!apart && from == keys) return;
    int64_t at = 0, k = 0;
    for (const uint32_t* last = end + (apart ? size : 1); end < last; ++end, k += apart)
        for (; k < *end; ++k) keys[at++] = from[k];
}

// The same of keys without positions, which one digit tells apart: as many of each as there are.
template <class B> PR_CALLED void by_one_digit(B* keys, int64_t n, const Spread spread) {
    const int64_t size = int64_t(1) << spread.bits;
    Memory<uint32_t> memory(size);
    uint32_t* count = memory.data;
    std::fill(count, count + size, 0u);
    for (int64_t k = 0; k < n; ++k) ++count[(uint64_t(keys[k]) - spread.least) >> spread.below];
    B* to = keys;
    for (int64_t c = 0; c < size; to += count[c], ++c) std::fill(to, to + count[c], B(spread.least + (uint64_t(c) << spread.below)));
}

#if defined(PR_SORTS_VECTORS)
template <class B> constexpr bool in_vectors = sizeof(B) >= 4;
#else
template <class B> constexpr bool in_vectors = false;
#endif

template <class B> void by_comparisons(B* keys, int64_t n, B* spare, const Ranks wanted = Ranks()) {
#if defined(PR_SORTS_VECTORS)
    if constexpr (in_vectors<B>) return VectorSort<B>::sort(keys, n, spare, wanted);
#endif
    std::sort(keys, keys + n);
}

// Sorts keys; there is Radix::room for them, and in `spare`.
template <class B> void sort_keys(B* keys, int64_t n, B* spare, const Ranks wanted = Ranks()) {
    if (n >= Radix::FEWEST && wanted.all(n)) {
        const Spread spread = spread_of(keys, n);
        if (spread.rises) return;
        const Radix radix(n, spread.bits);
        if (radix.pays(n, sizeof(B), in_vectors<B>)) {
            if (radix.passes == 1) return by_one_digit(keys, n, spread);
            for (int64_t k = 0; k < n; ++k) keys[k] = B(keys[k] - B(spread.least));
            by_digits(keys, n, spare, spread.below, radix);
            for (int64_t k = 0; k < n; ++k) keys[k] = B(keys[k] + B(spread.least));
            return;
        }
    }
    by_comparisons(keys, n, spare, wanted);
}

// Sorts words of `bits` bits above `room` bits, by which those come in order that have the same bits above, as they stand in order already.
template <class B> void sort_words(B* words, int64_t n, B* spare, int room, int bits) {
    if (n >= Radix::FEWEST) {
        const Radix radix(n, bits);
        if (radix.pays(n, sizeof(B), in_vectors<B>)) return by_digits(words, n, spare, room, radix);
    }
    by_comparisons(words, n, spare);
}

// order[0], order[stride]...: the positions in which x[0], x[step], ... are sorted. What is sorted is one word for each: as many leading bits
// of its key (of what tells keys apart) as there is room for, and below them its position. Words of the same leading bits are sorted once
// more, by the bits that had no room.
template <class T> void order_by_key(const T* x, int64_t step, int64_t n, int64_t* order, int64_t stride) {
    const int64_t each = Radix::room<uint64_t>(n);
    Memory<uint64_t> memory(2 * each);
    uint64_t *words = memory.data, *spare = words + each;
    in_steps(step, [&](const auto apart) PR_BODY {
        uint64_t* to = words;
        PR_INDEPENDENT
        for (int64_t k = 0; k < n; ++k) to[k] = Key<T>::of(x[k * apart]);
    });
    const Spread spread = spread_of(words, n);
    if (spread.rises) {
        for (int64_t k = 0; k < n; ++k) order[k * stride] = k;
        return;
    }
    const auto told = [&](uint64_t key) PR_BODY { return (key - spread.least) >> spread.below; };
    const int room = bits_of(uint64_t(n - 1)), lost = std::max(0, spread.bits + room - 64);
    const uint64_t position = (uint64_t(1) << room) - 1;
    for (int64_t k = 0; k < n; ++k) words[k] = told(words[k]) >> lost << room | uint64_t(k);
    sort_words(words, n, spare, room, spread.bits - lost);
    in_steps(stride, [&](const auto apart) PR_BODY {
        PR_INDEPENDENT
        for (int64_t k = 0; k < n; ++k) order[k * apart] = words[k] & position;
    });
    if (lost == 0) return;
    for (int64_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && (words[end] ^ words[begin]) <= position;) ++end;
        if (end - begin == 1) continue;
        uint64_t* run = words + begin;
        for (int64_t k = 0; k < end - begin; ++k) {
            const uint64_t at = run[k] & position;
            run[k] = told(Key<T>::of(x[at * step])) << (64 - lost) >> (64 - lost - room) | at;
        }
        by_comparisons(run, end - begin, spare);
        for (int64_t k = begin; k < end; ++k) order[k * stride] = words[k] & position;
    }
}

// `count` of these positions alone, from number `from` on. Keys are sorted as far as it takes to find the first one and the last one of them;
// what lies between, and as many of those equal as belong to them, is put in order then.
template <class B> void part_of_order(const B* keys, B* spare, int64_t n, int64_t from, int64_t count, int64_t* order, int64_t stride) {
    if (count <= 0) return;
    memcpy(spare, keys, n * sizeof(B));
    by_comparisons(spare, n, spare + n, Ranks{from, 1, from + count - 1, 1});
    const B low = spare[from], high = spare[from + count - 1];
    int64_t below = 0, within = 0;
    for (int64_t k = 0; k < n; ++k) below += keys[k] < low, within += (keys[k] >= low) & (keys[k] < high);
    int64_t skipped = from - below;  // of the least
    int64_t last = count - (low < high ? within - skipped : 0);  // of the greatest
    Memory<int64_t> memory(2 * count);
    Memory<B> chosen(count);
    int64_t *places = memory.data, *sorted = places + count, have = 0;
    for (int64_t k = 0; k < n && have < count; ++k) {
        if (keys[k] < low || keys[k] > high || (keys[k] == low && skipped-- > 0)) continue;
        if (keys[k] == high && last-- <= 0) continue;
        chosen.data[have] = keys[k], places[have++] = k;
    }
    order_by_key(chosen.data, 1, count, sorted, 1);
    for (int64_t k = 0; k < count; ++k) order[(from + k) * stride] = places[sorted[k]];
}

constexpr int64_t BLOCK_OF_ORDER = 64;  // elements
constexpr int64_t ENDS_PAY = 4;         // times as many blocks as elements are wanted

// Positions from one end of an order that are all that is wanted of it, if that is few of n; none: 0.
struct End {
    int64_t count, from;
};
PR_INLINE End end_of(const Ranks wanted, int64_t n) {
    const int64_t behind = n - wanted.from, first = wanted.from + wanted.count, few = n / (ENDS_PAY * BLOCK_OF_ORDER);
    if (wanted.from < 0 || wanted.count <= 0 || first > n || wanted.more > 0) return {0, 0};
    return first <= few ? End{first, 0} : behind <= few ? End{behind, wanted.from} : End{0, 0};
}

// A number as an integer, the less the nearer it is to the first of the order, or to the last.
template <class T> PR_INLINE typename Key<T>::Bits nearness(T x, bool greatest) {
    const typename Key<T>::Bits key = Key<T>::of(x);
    return greatest ? ~key : key;
}

// That of the nearest element of each block. False: some are not numbers.
template <bool GREATEST, class T> PR_CALLED bool nearest_of_blocks(const T* x, int64_t n, typename Key<T>::Bits* nearest) {
    using B = typename Key<T>::Bits;
    constexpr int64_t LANES = 64 / int64_t(sizeof(T)), SIZE = BLOCK_OF_ORDER;
    const auto nearer = [](T a, T b) PR_BODY { return (GREATEST ? a > b : a < b) ? a : b; };
    B odd = 0;
    for (int64_t from = 0; from < n; from += SIZE) {
        T best[LANES];
        B none[LANES];
        if (from + SIZE <= n) {
            PR_INDEPENDENT
            for (int64_t v = 0; v < LANES; ++v) best[v] = x[from + v], none[v] = B(x[from + v] != x[from + v]);
            for (int64_t k = from + LANES; k < from + SIZE; k += LANES)
                PR_INDEPENDENT
                for (int64_t v = 0; v < LANES; ++v) best[v] = nearer(x[k + v], best[v]), none[v] |= B(x[k + v] != x[k + v]);
            for (int64_t v = 1; v < LANES; ++v) best[0] = nearer(best[v], best[0]), none[0] |= none[v];
        } else {
            best[0] = x[from], none[0] = B(x[from] != x[from]);
            for (int64_t k = from + 1; k < n; ++k) best[0] = nearer(x[k], best[0]), none[0] |= B(x[k] != x[k]);
        }
        nearest[from / SIZE] = nearness(best[0], GREATEST), odd |= none[0];
    }
    return !odd;
}

// Positions of the first `count` of the order of neighbours, or of the last. As many blocks have an element that is as near as
// `bound`, the nearest of the last of them; what is nearer lies in fewer, and of what is as near the first `count`, or the last, are enough.
// False: some are not numbers.
template <class T> PR_CALLED bool ends_of_order(const T* x, int64_t n, int64_t count, bool greatest, int64_t* order, int64_t stride) {
    using B = typename Key<T>::Bits;
    constexpr int64_t SIZE = BLOCK_OF_ORDER;
    const int64_t blocks = (n + SIZE - 1) / SIZE, most = count * (SIZE + 1);
    Memory<B> memory(2 * blocks), chosen(most);
    B *nearest = memory.data, *least = nearest + blocks;
    if (!(greatest ? nearest_of_blocks<true>(x, n, nearest) : nearest_of_blocks<false>(x, n, nearest))) return false;
    std::copy(nearest, nearest + blocks, least);
    std::nth_element(least, least + count - 1, least + blocks);
    const B bound = least[count - 1];
    Memory<int64_t> positions(2 * most);
    int64_t *places = positions.data, *sorted = places + most, have = 0, equal = 0;
    for (int64_t j = 0; j < blocks; ++j) {
        const int64_t b = greatest ? blocks - 1 - j : j, from = b * SIZE, here = size_min(SIZE, n - from);
        if (nearest[b] > bound || (nearest[b] == bound && equal >= count)) continue;
        for (int64_t i = 0; i < here; ++i) {
            const int64_t k = from + (greatest ? here - 1 - i : i);
            const B key = nearness(x[k], greatest);
            if (key < bound || (key == bound && equal++ < count)) places[have++] = k;
        }
    }
    if (greatest) std::reverse(places, places + have);
    for (int64_t k = 0; k < have; ++k) chosen.data[k] = Key<T>::of(x[places[k]]);
    order_by_key(chosen.data, 1, have, sorted, 1);
    for (int64_t k = 0; k < count; ++k) order[k * stride] = places[sorted[greatest ? have - count + k : k]];
    return true;
}

constexpr int64_t PARTS_PAY = 8;  // times as many elements as are wanted, from which on a part of the order is found by itself

template <class T> void sorted_order(const T* x, int64_t step, int64_t n, int64_t* order, int64_t stride, const Ranks wanted = Ranks()) {
    if constexpr (has_key<T>) {
        if (n > int64_t(1) << 32) throw std::bad_alloc();  // bits below and above would not fit in one word
        const End end = step == 1 ? end_of(wanted, n) : End{0, 0};
        if (end.count && ends_of_order(x, n, end.count, end.from > 0, order + end.from * stride, stride)) return;
#if defined(PR_SORTS_VECTORS)
        using B = typename Key<T>::Bits;
        if constexpr (sizeof(B) >= 4)
            if (n > VectorSort<B>::leaf && wanted.from >= 0 && wanted.then >= 0 && wanted.count + wanted.more <= n / PARTS_PAY) {
                Memory<B> keys(3 * n);
                for (int64_t k = 0; k < n; ++k) keys.data[k] = Key<T>::of(x[k * step]);
                part_of_order(keys.data, keys.data + n, n, wanted.from, wanted.count, order, stride);
                return part_of_order(keys.data, keys.data + n, n, wanted.then, wanted.more, order, stride);
            }
#endif
        order_by_key(x, step, n, order, stride);
    } else {
        Memory<int64_t> memory(n);
        int64_t* places = memory.data;
        for (int64_t k = 0; k < n; ++k) places[k] = k;
        std::stable_sort(places, places + n, [&](int64_t a, int64_t b) { return before(x[a * step], x[b * step]); });
        for (int64_t k = 0; k < n; ++k) order[k * stride] = places[k];
    }
}

// What keys do not tell apart, in the order in which it stands in x: NaN, and zeros of both signs.
template <class T> void tell_apart(const T* x, T* y, int64_t step, int64_t n) {
    const auto less = [&](int64_t count, T than) {
        for (int64_t k = 0; k < n; ++k) count += before(x[k * step], than);
        return count;
    };
    int64_t zeros = less(0, T(0)), nans = less(0, std::numeric_limits<T>::quiet_NaN());
    for (int64_t k = 0; k < n; ++k) {
        const T v = x[k * step];
        if (v == T(0)) y[zeros++ * step] = v;
        else if (v != v) y[nans++ * step] = v;
    }
}

template <class T> void sorted_row(const T* x, T* y, int64_t step, int64_t n, const Ranks wanted = Ranks()) {
    if constexpr (has_key<T>) {
        using B = typename Key<T>::Bits;
        const End end = step == 1 ? end_of(wanted, n) : End{0, 0};
        if (end.count) {
            Memory<int64_t> places(end.count);
            if (ends_of_order(x, n, end.count, end.from > 0, places.data, 1)) {
                for (int64_t k = wanted.from; k < wanted.from + wanted.count; ++k) y[k] = x[places.data[k - end.from]];
                return;
            }
        }
        const int64_t each = Radix::room<B>(n);
        Memory<B> keys(2 * each);
        B lost = 0;
        in_steps(step, [&](const auto apart) PR_BODY {
            B differ = 0, *to = keys.data;
            PR_INDEPENDENT
            for (int64_t k = 0; k < n; ++k) {
                to[k] = Key<T>::of(x[k * apart]);
                differ |= bits_as<B>(Key<T>::back(to[k])) ^ bits_as<B>(x[k * apart]);
            }
            lost = differ;
        });
        sort_keys(keys.data, n, keys.data + each, lost ? Ranks() : wanted);
        in_steps(step, [&](const auto apart) PR_BODY {
            const Ranks some = lost ? Ranks() : wanted;
            const auto put = [&](int64_t from, int64_t count) PR_BODY {
                const int64_t end = size_min(n, from + count);
                PR_INDEPENDENT
                for (int64_t k = from; k < end; ++k) y[k * apart] = Key<T>::back(keys.data[k]);
            };
            put(some.from, some.count);
            put(some.then, some.more);
        });
        if constexpr (!std::is_integral_v<T>)
            if (lost) tell_apart(x, y, step, n);
    } else {
        Memory<int64_t> order(n);
        sorted_order(x, step, n, order.data, 1);
        for (int64_t k = 0; k < n; ++k) y[k * step] = x[order.data[k] * step];
    }
}

template <class T> void sorted_elements(const T* x, T* y, int64_t n) { sorted_row(x, y, 1, n); }

// Several short rows at once, where there are as many as vectors hold. False: they are sorted one by one.
template <class T> bool sorted_together(int64_t outer, int64_t n, int64_t inner, uint64_t wanted, const T* x, T* y) {
    if constexpr (!has_key<T> || sizeof(T) < 4) return false;
    else {
        const bool columns = inner > 1;
        const int64_t count = columns ? inner : outer, step = columns ? inner : 1, apart = columns ? 1 : n;
        if (n < 2 || n > (columns ? Exchanges::MOST : Exchanges::MOST / 2) || count < Beside<T>::LANES) return false;
        const Exchanges all(n, wanted);
        alignas(64) Beside<T> some;
        for (int64_t k = 0; k < (columns ? outer : 1); ++k)
            for (int64_t first = 0; first < count; first += Beside<T>::LANES) {
                const int64_t start = first + Beside<T>::LANES <= count ? first : count - Beside<T>::LANES;  // of whole vectors, the last one too
                const T* from = x + k * n * inner + start * apart;
                T* to = y + k * n * inner + start * apart;
                if (columns) some.load(n, [&](int64_t j, int64_t l) PR_BODY { return from[j * step + l]; });
                else some.load(n, [&](int64_t j, int64_t l) PR_BODY { return from[j + l * apart]; });
                some.sort(all, n, sorted_elements<T>);
                some.store(n, wanted, step, apart, to);
            }
        return true;
    }
}

// Rows of n terms, `count` of them: term(l, k) is element k of row l, which goes to y[k * step + l * apart] when it is in order.
template <class T, class F> PR_INLINE void sorted_terms(int64_t count, int64_t n, uint64_t wanted, int64_t step, int64_t apart, T* y, F&& term) {
    constexpr int64_t LANES = Beside<T>::LANES;
    const bool together = n <= Exchanges::MOST && count >= LANES;
    const Exchanges all(together ? n : 0, wanted);
    alignas(64) Beside<T> some;
    Memory<T> row(together ? 0 : 2 * n);
    for (int64_t first = 0; first < count; first += together ? LANES : 1) {
        const int64_t start = !together || first + LANES <= count ? first : count - LANES;
        if (together) {
            some.load(n, [&](int64_t k, int64_t l) PR_BODY { return term(start + l, k); });
            some.sort(all, n, sorted_elements<T>);
            some.store(n, wanted, step, apart, y + start * apart);
        } else {
            PR_ROLLED
            for (int64_t k = 0; k < n; ++k) row.data[k] = term(start, k);
            sorted_row(row.data, row.data + n, 1, n);
            for (int64_t k = 0; k < n; ++k) y[k * step + start * apart] = row.data[n + k];
        }
    }
}

// Along the middle axis of arrays of shape (outer, n, inner). `wanted`: which elements of each row are.
template <class T> void sort(int64_t outer, int64_t n, int64_t inner, const Ranks wanted, const T* x, T* y) {
    if (sorted_together(outer, n, inner, bits_behind(wanted.from, wanted.count) | bits_behind(wanted.then, wanted.more), x, y)) return;
    for (int64_t k = 0; n > 0 && k < outer * inner; ++k) {
        const int64_t start = k / inner * n * inner + k % inner;
        sorted_row(x + start, y + start, inner, n, wanted);
    }
}
template <class T> void sort(int64_t outer, int64_t n, int64_t inner, const T* x, T* y) { sort(outer, n, inner, Ranks(), x, y); }
// Elements in two parts of each row alone are wanted: `count` behind `from` and `more` behind `then`.
template <class T> void sort(int64_t outer, int64_t n, int64_t inner, int64_t from, int64_t count, int64_t then, int64_t more, const T* x, T* y) {
    sort(outer, n, inner, Ranks{from, count, then, more}, x, y);
}
template <class T> void argsort(int64_t outer, int64_t n, int64_t inner, const Ranks wanted, const T* x, int64_t* y) {
    for (int64_t k = 0; n > 0 && k < outer * inner; ++k) {
        const int64_t start = k / inner * n * inner + k % inner;
        sorted_order(x + start, inner, n, y + start, inner, wanted);
    }
}
template <class T> void argsort(int64_t outer, int64_t n, int64_t inner, const T* x, int64_t* y) { argsort(outer, n, inner, Ranks(), x, y); }
template <class T> void argsort(int64_t outer, int64_t n, int64_t inner, int64_t from, int64_t count, int64_t then, int64_t more, const T* x, int64_t* y) {
    argsort(outer, n, inner, Ranks{from, count, then, more}, x, y);
}

// How many numbers of a sorted table lie before x[k] (right: or are equal), for n of them at once: all searches take the same steps, so that
// they run side by side.
template <bool right, class T> PR_INLINE void searched(int64_t count, int64_t n, const T* table, const T* x, int64_t* y) {
    for (int64_t j = 0; j < n; ++j) y[j] = 0;
    for (int64_t length = count; length > 0;) {
        const int64_t half = (length + 1) / 2;
        PR_INDEPENDENT
        for (int64_t j = 0; j < n; ++j) {
            const T t = table[y[j] + half - 1];
            const bool beyond = right ? !before(x[j], t) : before(t, x[j]);
            y[j] += beyond ? half : 0;
        }
        length -= half;
    }
}

// The same where the table rises evenly, as edges of bins and nodes of grids do: places follow from the numbers. False where the table says
// otherwise of one of them.
template <bool right, class T> PR_INLINE bool guessed(int64_t count, int64_t n, const T* table, T slope, const T* x, int64_t* y) {
    int64_t wrong = 0;
    const T first = table[0], most = T(count);
    for (int64_t j = 0; j < n; ++j) {
        const T p = (x[j] - first) * slope;
        const T inside = p < most ? p : most;
        const int64_t below = int64_t(inside > 0 ? inside : T(0));
        const int64_t next = right ? below + (p >= 0) : below + (T(below) < inside);
        const int64_t k = next < count ? next : count;
        const T low = table[k - (k > 0)], high = table[k - (k == count)];
        const bool beyond = right ? !before(x[j], low) : before(low, x[j]);
        const bool within = right ? before(x[j], high) : !before(high, x[j]);
        wrong |= int64_t(!((beyond | (k == 0)) & (within | (k == count))));
        y[j] = k;
    }
    return !wrong;
}
// The same for numbers that rise, whose places begin at `from`: all lie in the part of the table where the first and the last one do.
template <bool right, class T> PR_INLINE void searched_on(int64_t from, int64_t count, int64_t n, const T* table, const T* x, int64_t* y) {
    int64_t end = from;  // what lies before it lies before the last number
    for (int64_t step = 1; end < count; end += step, step *= 2) {
        const T t = table[end];
        if (right ? before(x[n - 1], t) : !before(t, x[n - 1])) break;
    }
    searched<right>((end < count ? end : count) - from, n, table + from, x, y);
    PR_INDEPENDENT
    for (int64_t j = 0; j < n; ++j) y[j] += from;
}
template <class T> PR_INLINE bool rises(int64_t n, const T* x) {
    int64_t falls = 0;
    for (int64_t j = 0; j + 1 < n; ++j) falls |= int64_t(before(x[j + 1], x[j]));
    return !falls;
}
// The same for tables that rise unevenly, as edges of rings of equal area do: the range between the ends in equal parts, and for each how many
// numbers of the table lie in parts before it. A number's part never falls as the number rises, so that it lies among those of its own part.
template <class T> struct Parts {
    static constexpr int64_t EACH = 8, MOST = 3, PAYS = 32;  // parts for each number; numbers in one part; searches for each number
    Memory<int64_t> before_;
    int64_t parts, crowd = 0;
    T first, slope;
    PR_INLINE int64_t of(T x) const {
        const T p = (x - first) * slope, most = T(parts - 1), inside = p < most ? p : most;
        return int64_t(inside > 0 ? inside : T(0));
    }
    PR_CALLED Parts(int64_t count, const T* table) : before_(EACH * count + 1), parts(EACH * count), first(table[0]) {
        slope = T(parts - 1) / (table[count - 1] - first);
        for (int64_t part = 0, k = 0; part <= parts; ++part) {
            const int64_t from = k;
            before_.data[part] = k;
            while (k < count && of(table[k]) <= part) ++k;
            crowd = k - from > crowd ? k - from : crowd;
        }
    }
    template <bool right> PR_INLINE void placed(int64_t count, int64_t n, const T* table, const T* x, int64_t* y) const {
        const int64_t* before_part = before_.data;
        int64_t end[16];
        for (int64_t j = 0; j < n; ++j) {
            const int64_t part = of(x[j]);
            y[j] = before_part[part];
            end[j] = before_part[part + 1];
        }
        PR_ROLLED
        for (int64_t step = 0; step < crowd; ++step) {
            PR_INDEPENDENT
            for (int64_t j = 0; j < n; ++j) {
                const T t = table[y[j] - (y[j] == count)];
                const bool beyond = right ? !before(x[j], t) : before(t, x[j]);
                y[j] += int64_t(beyond & (y[j] < end[j]));
            }
        }
    }
};
// Whether a table is far from even.
template <class T> PR_CALLED bool uneven(int64_t count, const T* table, T slope) {
    int64_t apart = 0;
    for (int64_t k = 0; k < count; ++k) {
        const T p = (table[k] - table[0]) * slope - T(k);
        apart |= int64_t(!(p > T(-0.5) && p < T(0.5)));
    }
    return apart;
}
template <bool right, class T> PR_CALLED bool searched_by_parts(int64_t count, int64_t queries, const T* table, const T* x, int64_t* y) {
    const Parts<T> parts(count, table);
    if (parts.crowd > Parts<T>::MOST) return false;
    int64_t k = 0;
    for (; k + 16 <= queries; k += 16) parts.template placed<right>(count, 16, table, x + k, y + k);
    parts.template placed<right>(count, queries - k, table, x + k, y + k);
    return true;
}
// The same in a table of few numbers, all of which are compared: in vectors, without a place that the next step waits for. NaN stands last in
// the table, and before none of it lies NaN.
template <bool right, class T> PR_CALLED void searched_few(int64_t count, int64_t queries, const T* table, const T* x, int64_t* y) {
    int64_t numbers = count;
    while (numbers && table[numbers - 1] != table[numbers - 1]) --numbers;
    strips(queries, [&](const int64_t start, const auto width) PR_BODY {
        int64_t place[width()];
        T q[width()];
        across<width()>([&](const int64_t v) PR_BODY { q[v] = x[start + v], place[v] = right && q[v] != q[v] ? count - numbers : 0; });
        PR_ROLLED
        for (int64_t j = 0; j < numbers; ++j) {
            const T t = table[j];
            across<width()>([&](const int64_t v) PR_BODY { place[v] += int64_t(right ? !(q[v] < t) : !(q[v] <= t)); });
        }
        across<width()>([&](const int64_t v) PR_BODY { y[start + v] = place[v]; });
    });
}
template <class T> constexpr int64_t FEW_OF_TABLE = std::is_integral_v<T> ? 64 : 32;  // places among more real numbers may be guessed
template <bool right, class T> void searched_all(int64_t count, int64_t queries, const T* table, const T* x, int64_t* y) {
    if (count <= FEW_OF_TABLE<T>) return searched_few<right>(count, queries, table, x, y);
    constexpr int64_t block = 16, steps = 3;  // a guess takes as long as so many steps of a search
    int64_t k = 0, patience = 0;
    T slope = 0;
    if constexpr (std::is_floating_point_v<T>)
        if (count >> steps) {
            slope = T(count - 1) / (table[count - 1] - table[0]);
            patience = slope > 0 && slope < std::numeric_limits<T>::max() ? queries / block / 8 + 8 : 0;
            if (patience && queries / Parts<T>::PAYS > count && uneven(count, table, slope) && searched_by_parts<right>(count, queries, table, x, y)) return;
        }
    for (; k + block <= queries; k += block) {
        if constexpr (std::is_floating_point_v<T>)
            if (patience > 0) {
                if (guessed<right>(count, block, table, slope, x + k, y + k)) continue;
                --patience;
            }
        if (k && !before(x[k], x[k - 1]) && rises(block, x + k)) searched_on<right>(y[k - 1], count, block, table, x + k, y + k);
        else searched<right>(count, block, table, x + k, y + k);
    }
    searched<right>(count, queries - k, table, x + k, y + k);
}
// One number: by steps of halves, each of which waits for the one before, while many are left, which are then compared with it in vectors.
template <bool right, class T> PR_INLINE int64_t searched_one(int64_t count, const T* table, const T x) {
    constexpr int64_t compared = 64;
    int64_t from = 0, place = 0;
    while (count > compared) {
        const int64_t half = count / 2;
        const T t = table[from + half - 1];
        from += (right ? !before(x, t) : before(t, x)) ? half : 0;
        count -= half;
    }
    for (int64_t j = 0; j < count; ++j) {
        const T t = table[from + j];
        place += int64_t(right ? !before(x, t) : before(t, x));
    }
    return from + place;
}
template <class T> void search_of_many(int64_t count, int64_t queries, bool right, const T* table, const T* x, int64_t* y) {
    if (right) searched_all<true>(count, queries, table, x, y);
    else searched_all<false>(count, queries, table, x, y);
}
template <class T> PR_INLINE void searchsorted(int64_t count, int64_t queries, bool right, const T* table, const T* x, int64_t* y) {
    if (queries != 1) search_of_many(count, queries, right, table, x, y);
    else y[0] = right ? searched_one<true>(count, table, x[0]) : searched_one<false>(count, table, x[0]);
}

// The same for 0, 1, 2 ..., which lie between two neighbours of the table in a row each. Whole vectors are written, and what is too much
// is written over by the next row.
template <bool right, class T> PR_CALLED void counted_places(int64_t count, int64_t queries, const T* table, int64_t* y) {
    constexpr int64_t vector = 8;
    const auto behind = [&](const T t) PR_BODY {  // the first whole number that t lies before (right: or is equal to)
        if (!(t < T(queries))) return queries;
        if (t < T(0)) return int64_t(0);
        const int64_t whole = int64_t(t);
        return right ? whole + (T(whole) < t) : whole + 1;
    };
    int64_t j = 0;
    for (int64_t k = 0; k <= count && j < queries; ++k) {
        const int64_t end = k == count ? queries : behind(table[k]);
        if (end <= j) continue;
        for (; j + vector <= queries && j < end; j += vector)
            for (int64_t l = 0; l < vector; ++l) y[j + l] = k;
        for (; j < end; ++j) y[j] = k;
        j = end;
    }
}
template <class T> void searchsorted(int64_t count, int64_t queries, bool right, const T* table, int64_t* y) {
    if (right) counted_places<true>(count, queries, table, y);
    else counted_places<false>(count, queries, table, y);
}

#if defined(PR_SORTS_APART)  // `extern` where these are compiled already (precis.emit.cpu.apart), nothing where they are compiled for others
#define PR_SORTS_OF(T) \
    PR_SORTS_APART template void sort<T>(int64_t, int64_t, int64_t, const Ranks, const T*, T*); \
    PR_SORTS_APART template void argsort<T>(int64_t, int64_t, int64_t, const Ranks, const T*, int64_t*); \
    PR_SORTS_APART template bool sorted_together<T>(int64_t, int64_t, int64_t, uint64_t, const T*, T*); \
    PR_SORTS_APART template void sorted_row<T>(const T*, T*, int64_t, int64_t, const Ranks); \
    PR_SORTS_APART template void sorted_elements<T>(const T*, T*, int64_t); \
    PR_SORTS_APART template void sorted_order<T>(const T*, int64_t, int64_t, int64_t*, int64_t, const Ranks); \
    PR_SORTS_APART template void search_of_many<T>(int64_t, int64_t, bool, const T*, const T*, int64_t*);
PR_SORTS_OF(double) PR_SORTS_OF(int64_t)
#undef PR_SORTS_OF
#endif

}  // namespace pr

// Sorts of unsigned integers of 32 and 64 bits in whole vectors: quicksort whose partitions are compressed vectors, sorting networks for
// what is short (B. Bramas 2017, "A novel hybrid quicksort algorithm vectorized using AVX-512 on Intel Skylake"; K. E. Batcher 1968,
// "Sorting networks and their applications"). Only where PR_SORTS_VECTORS is defined.
#pragma once

#include "precis.hpp"
#include "precis_sort_lanes.hpp"

#include <algorithm>

#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
#define PR_SORTS_VECTORS

namespace pr {

template <class B> struct Lanes;
template <> struct Lanes<uint64_t> {
    typedef long long vector __attribute__((vector_size(64)));
    using Mask = unsigned char;
    static PR_INLINE vector numbers() { return vector{0, 1, 2, 3, 4, 5, 6, 7}; }
    static PR_INLINE Mask less(vector x, vector y) { return __builtin_ia32_ucmpq512_mask(x, y, 1, -1); }
    static PR_INLINE vector chosen(Mask m, vector x, vector y) { return __builtin_ia32_blendmq_512_mask(y, x, m); }
    static PR_INLINE vector compressed(vector x, Mask m) { return __builtin_ia32_compressdi512_mask(x, x, m); }
    static PR_INLINE vector load(const uint64_t* from, Mask m, vector rest) { return __builtin_ia32_loaddqudi512_mask((const long long*)from, rest, m); }
    static PR_INLINE void store(uint64_t* to, vector x, Mask m) { __builtin_ia32_storedqudi512_mask((long long*)to, x, m); }
};
template <> struct Lanes<uint32_t> {
    typedef int vector __attribute__((vector_size(64)));
    using Mask = unsigned short;
    static PR_INLINE vector numbers() { return vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
    static PR_INLINE Mask less(vector x, vector y) { return __builtin_ia32_ucmpd512_mask(x, y, 1, -1); }
    static PR_INLINE vector chosen(Mask m, vector x, vector y) { return __builtin_ia32_blendmd_512_mask(y, x, m); }
    static PR_INLINE vector compressed(vector x, Mask m) { return __builtin_ia32_compresssi512_mask(x, x, m); }
    static PR_INLINE vector load(const uint32_t* from, Mask m, vector rest) { return __builtin_ia32_loaddqusi512_mask((const int*)from, rest, m); }
    static PR_INLINE void store(uint32_t* to, vector x, Mask m) { __builtin_ia32_storedqusi512_mask((int*)to, x, m); }
};

template <class B> struct VectorSort {
    using L = Lanes<B>;
    using Mask = typename L::Mask;
    using V = typename L::vector;
    static constexpr int width = 64 / sizeof(B), most = 32, leaf = most * width;  // lanes; vectors, elements of a network

    static PR_INLINE V load(const B* from) {
        V v;
        memcpy(&v, from, sizeof v);
        return v;
    }
    static PR_INLINE void store(B* to, V v) { memcpy(to, &v, sizeof v); }
    static PR_INLINE Mask first(int64_t count) { return Mask((1u << count) - 1); }
    static PR_INLINE V all(B x) { return V{} + typename std::make_signed<B>::type(x); }

    // The lesser of two vectors, lane by lane, to x and the greater to y.
    static PR_INLINE void order(V& x, V& y) {
        const Mask m = L::less(y, x);
        const V lesser = L::chosen(m, y, x);
        y = L::chosen(m, x, y);
        x = lesser;
    }
    // Lane k and lane k ^ apart in order.
    template <int apart> static PR_INLINE V ordered(V x) {
        constexpr int top = apart & 8 ? 8 : apart & 4 ? 4 : apart & 2 ? 2 : 1;
        constexpr Mask upper = Mask(top == 8 ? 0xff00u : top == 4 ? 0xf0f0u : top == 2 ? 0xccccu : 0xaaaau);
        const V y = __builtin_shuffle(x, L::numbers() ^ apart);
        return L::chosen(Mask(__builtin_ia32_kxorhi(L::less(y, x), upper)), y, x);  // `^` would go through general registers
    }
    static PR_INLINE V reversed(V x) { return __builtin_shuffle(x, L::numbers() ^ (width - 1)); }
    static PR_INLINE V merged(V x) {  // a bitonic vector in order
        if constexpr (width == 16) x = ordered<8>(x);
        return ordered<1>(ordered<2>(ordered<4>(x)));
    }
    static PR_INLINE V sorted(V x) {
        x = ordered<1>(ordered<3>(ordered<1>(x)));
        x = ordered<1>(ordered<2>(ordered<7>(x)));
        if constexpr (width == 16) x = ordered<1>(ordered<2>(ordered<4>(ordered<15>(x))));
        return x;
    }

    // At most `leaf` elements, into `out`: runs of 1, 2, 4... vectors are merged. Vectors that would follow the last hold the greatest numbers,
    // which stay where they are.
    static PR_CALLED void network(const B* x, int64_t n, B* out) {
        V v[most];
        const int count = int((n + width - 1) / width), whole = int(n / width);
        for (int k = 0; k < whole; ++k) v[k] = sorted(load(x + k * width));
        if (whole < count) v[whole] = sorted(L::load(x + whole * width, first(n - whole * width), all(B(-1))));
        for (int half = 1; half < count; half *= 2) {
            for (int base = half; base < count; base += 2 * half)
                for (int k = 0; k < half && base + k < count; ++k) {
                    V y = reversed(v[base + k]);
                    order(v[base - 1 - k], y);
                    v[base + k] = reversed(y);
                }
            for (int apart = half / 2; apart > 0; apart /= 2)
                for (int base = apart; base < count; base += 2 * apart)
                    for (int k = base; k < base + apart && k < count; ++k) order(v[k - apart], v[k]);
            for (int k = 0; k < count; ++k) v[k] = merged(v[k]);
        }
        for (int k = 0; k < whole; ++k) store(out + k * width, v[k]);
        if (whole < count) L::store(out + whole * width, v[whole], first(n - whole * width));
    }

    // The median of some, evenly apart.
    static B pivot(const B* x, int64_t n) {
        B some[leaf];
        const int64_t count = width * (n < 1024 ? 1 : n < 16384 ? 4 : 16), step = n / count;
        for (int64_t k = 0; k < count; ++k) some[k] = x[k * step + step / 2];
        network(some, count, some);
        return some[count / 2];
    }

    // Leaves what is less than `bound` (`equal`: or equal to it) in x[0:low], the rest in spare[low:n]; returns low. What has been read may be
    // written over.
    template <bool equal> static PR_CALLED int64_t split(B* x, int64_t n, B* spare, B bound) {
        const V bounds = all(bound);
        const auto below = [&](V v) PR_BODY { return equal ? Mask(~L::less(bounds, v)) : L::less(v, bounds); };
        int64_t low = 0, high = n, k = 0;
        for (; k + width <= n; k += width) {
            const V v = load(x + k);
            const Mask m = below(v);
            const int less = __builtin_popcount(m);
            store(x + low, L::compressed(v, m));
            low += less;
            high -= width - less;
            L::store(spare + high, L::compressed(v, Mask(~m)), first(width - less));
        }
        const Mask rest = first(n - k);
        const V v = L::load(x + k, rest, V{});
        const Mask m = below(v) & rest;
        const int less = __builtin_popcount(m);
        L::store(x + low, L::compressed(v, m), first(less));
        low += less;
        L::store(spare + low, L::compressed(v, Mask(~m & rest)), first(high - low));
        return low;
    }

    // x[0:n] into `out`, which is x or spare; where pivots are bad `depth` times, not by vectors. Element 0 is number `first` of the whole row, of
    // which parts where nothing is `wanted` are left as they are.
    static void sort(B* x, int64_t n, B* spare, B* out, int depth, int64_t first = 0, const Ranks wanted = Ranks()) {
        for (; n > leaf; --depth) {
            if (!wanted.in(first, first + n)) return;
            if (depth == 0) {
                std::make_heap(x, x + n), std::sort_heap(x, x + n);
                if (x != out) memcpy(out, x, n * sizeof(B));
                return;
            }
            const B bound = pivot(x, n);
            int64_t low = split<false>(x, n, spare, bound);
            if (low > 0) sort(x, low, spare, out, depth - 1, first, wanted);
            else {  // nothing is less: those equal come first
                std::swap(x, spare);
                low = split<true>(x, n, spare, bound);
                for (int64_t k = 0; k < low; ++k) out[k] = bound;
            }
            std::swap(x, spare);
            x += low, spare += low, out += low, n -= low, first += low;
        }
        network(x, n, out);
    }

    static void sort(B* x, int64_t n, B* spare, const Ranks wanted) {
        int depth = 4;
        for (int64_t k = n; k > 0; k /= 2) depth += 2;
        sort(x, n, spare, x, depth, 0, wanted);
    }
};

}  // namespace pr
#endif

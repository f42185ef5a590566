// Fourier transforms of several lines at a time, one in each lane of a vector: what NumPy's own loop (pocketfft) computes, bit for bit, of
// lengths that are products of 2, 3 and 5.
//
// A pass takes `parts` numbers apart by a factor of the length and leaves them in order (Stockham's autosort; Van Loan, Computational
// Frameworks for the Fast Fourier Transform, 1992). Factors, the order of operations and the tables are pocketfft's. Backward transforms are
// forward ones with real and imaginary parts exchanged.
#pragma once

#include "precis.hpp"

#include <type_traits>
#include <utility>

#if defined(__GNUC__)
#define PR_COLD __attribute__((cold, noinline))  // tables, made once for many transforms: compiled in little time
#else
#define PR_COLD
#endif

namespace pr {
namespace turns {

constexpr int64_t LONGEST = 2048;
template <class T> constexpr int64_t LINES = 64 / sizeof(T);
template <class T> struct Sides {
    typedef T side __attribute__((vector_size(64)));  // a number of each line
};
template <class T> using Side = typename Sides<T>::side;

template <class T> struct Turned {
    Side<T> re, im;
    PR_INLINE Turned operator+(const Turned& y) const { return {re + y.re, im + y.im}; }
    PR_INLINE Turned operator-(const Turned& y) const { return {re - y.re, im - y.im}; }
    PR_INLINE Turned quarter() const { return {im, -re}; }  // times -i
    PR_INLINE Turned times(T x, T y) const { return {re * x + im * y, im * x - re * y}; }  // with x - i y
};

// exp(2 pi i k / n) from two tables of roots of n.
struct Roots {
    int64_t n, shift;
    double low[128][2], high[128][2];
    PR_COLD explicit Roots(int64_t n) : n(n), shift(1) {
        const int64_t count = (n + 2) / 2;
        while ((int64_t(1) << shift) * (int64_t(1) << shift) < count) ++shift;
        const int64_t step = int64_t(1) << shift;
        for (int64_t k = 0; k < step; ++k) root(k, low[k]);
        for (int64_t k = 0; k * step < count; ++k) root(k * step, high[k]);
    }
    PR_COLD void root(int64_t k, double (&w)[2]) const {
        const double angle = double(0.25L * 3.141592653589793238462643383279502884197L / n);
        int64_t eighths = 8 * k;
        const auto set = [&](double re, double im) { w[0] = re, w[1] = im; };
        if (k == 0) return set(1.0, 0.0);
        const auto cosine = [&](int64_t x) { return PR_BUILTIN(cos)(double(x) * angle); };
        const auto sine = [&](int64_t x) { return PR_BUILTIN(sin)(double(x) * angle); };
        if (eighths < 4 * n) {
            if (eighths < 2 * n) return eighths < n ? set(cosine(eighths), sine(eighths)) : set(sine(2 * n - eighths), cosine(2 * n - eighths));
            eighths -= 2 * n;
            return eighths < n ? set(-sine(eighths), cosine(eighths)) : set(-cosine(2 * n - eighths), sine(2 * n - eighths));
        }
        eighths = 8 * n - eighths;
        if (eighths < 2 * n) return eighths < n ? set(cosine(eighths), -sine(eighths)) : set(sine(2 * n - eighths), -cosine(2 * n - eighths));
        eighths -= 2 * n;
        return eighths < n ? set(-sine(eighths), -cosine(eighths)) : set(-cosine(2 * n - eighths), -sine(2 * n - eighths));
    }
    template <class T> void at(int64_t k, T* w) const {
        const bool back = 2 * k > n;
        const int64_t i = back ? n - k : k;
        const double *x = low[i & ((int64_t(1) << shift) - 1)], *y = high[i >> shift];
        w[0] = T(x[0] * y[0] - x[1] * y[1]), w[1] = T(x[0] * y[1] + x[1] * y[0]);
        if (back) w[1] = -w[1];
    }
};

// Whether lines fill so much of their vectors that these take less time than one line after the other: long ones leave the caches.
template <class T> bool takes(int64_t n, int64_t lines) {
    const int64_t eighths = n <= 128 ? 3 : n * LINES<T> <= 8192 ? 6 : 8;
    if (n < 2 || n > LONGEST || lines < (lines + LINES<T> - 1) / LINES<T> * (LINES<T> / 8) * eighths) return false;
    for (int64_t f : {2, 3, 5})
        while (n % f == 0) n /= f;
    return n == 1;
}

// The factors of a length, and for each pass its factors of numbers.
template <class T> struct Passes {
    int64_t n = 0, count = 0, factors[16];
    T* roots = nullptr;
    PR_COLD void of(int64_t length) {
        if (n == length) return;
        n = length, count = 0;
        int64_t rest = n;
        const auto take = [&](int64_t f) { factors[count++] = f, rest /= f; };
        while (rest % 8 == 0) take(8);
        while (rest % 4 == 0) take(4);
        if (rest % 2 == 0) take(2), std::swap(factors[0], factors[count - 1]);
        while (rest % 3 == 0) take(3);
        while (rest % 5 == 0) take(5);
        if (!roots) roots = new T[4 * LONGEST];
        const Roots known(n);
        T* w = roots;
        for (int64_t p = 0, before = 1; p < count; before *= factors[p++])
            for (int64_t i = 1; i < n / (before * factors[p]); ++i)
                for (int64_t j = 1; j < factors[p]; ++j, w += 2) known.at(j * before * i, w);
    }
    ~Passes() { delete[] roots; }
};

template <int parts> struct Parts;
template <> struct Parts<2> {
    template <class T> static PR_INLINE void turn(Turned<T> (&x)[2]) {
        const Turned<T> y = x[0] - x[1];
        x[0] = x[0] + x[1], x[1] = y;
    }
};
template <> struct Parts<3> {
    template <class T> static PR_INLINE void turn(Turned<T> (&x)[3]) {
        constexpr T re = T(-0.5), im = T(-0.86602540378443864676);
        const Turned<T> sum = x[1] + x[2], d = x[1] - x[2], a = {x[0].re + re * sum.re, x[0].im + re * sum.im}, b = {-(im * d.im), im * d.re};
        x[0] = x[0] + sum, x[1] = a + b, x[2] = a - b;
    }
};
template <> struct Parts<4> {
    template <class T> static PR_INLINE void turn(Turned<T> (&x)[4]) {
        const Turned<T> even = x[0] + x[2], odd = x[1] + x[3], a = x[0] - x[2], b = (x[1] - x[3]).quarter();
        x[0] = even + odd, x[2] = even - odd, x[1] = a + b, x[3] = a - b;
    }
};
template <> struct Parts<5> {
    template <class T> static PR_INLINE void turn(Turned<T> (&x)[5]) {
        constexpr T re1 = T(0.3090169943749474241), im1 = T(-0.95105651629515357212), re2 = T(-0.8090169943749474241), im2 = T(-0.58778525229247312917);
        const Turned<T> s1 = x[1] + x[4], d1 = x[1] - x[4], s2 = x[2] + x[3], d2 = x[2] - x[3];
        const Turned<T> a = {x[0].re + re1 * s1.re + re2 * s2.re, x[0].im + re1 * s1.im + re2 * s2.im};
        const Turned<T> b = {-(im1 * d1.im + im2 * d2.im), im1 * d1.re + im2 * d2.re};
        const Turned<T> c = {x[0].re + re2 * s1.re + re1 * s2.re, x[0].im + re2 * s1.im + re1 * s2.im};
        const Turned<T> d = {-(im2 * d1.im - im1 * d2.im), im2 * d1.re - im1 * d2.re};
        x[0] = {x[0].re + s1.re + s2.re, x[0].im + s1.im + s2.im};
        x[1] = a + b, x[4] = a - b, x[2] = c + d, x[3] = c - d;
    }
};
template <> struct Parts<8> {
    template <class T> static PR_INLINE void turn(Turned<T> (&x)[8]) {
        constexpr T half = T(0.707106781186547524400844362104849);
        Turned<T> a1 = x[1] + x[5], a5 = x[1] - x[5], a3 = x[3] + x[7], a7 = (x[3] - x[7]).quarter();
        const Turned<T> odd = a1 + a3, b3 = (a1 - a3).quarter(), c5 = a5 + a7, c7 = a5 - a7;
        a5 = {half * (c5.re + c5.im), half * (c5.im - c5.re)};
        a7 = {half * (c7.im - c7.re), half * (-c7.re - c7.im)};
        const Turned<T> a0 = x[0] + x[4], a4 = x[0] - x[4], a2 = x[2] + x[6], a6 = (x[2] - x[6]).quarter();
        const Turned<T> p = a0 + a2, q = a0 - a2, r = a4 + a6, s = a4 - a6;
        x[0] = p + odd, x[4] = p - odd, x[2] = q + b3, x[6] = q - b3, x[1] = r + a5, x[5] = r - a5, x[3] = s + a7, x[7] = s - a7;
    }
};

template <int parts, class T> PR_CALLED const T* pass(int64_t inner, int64_t before, const T* w, const Turned<T>* from, Turned<T>* to) {
    PR_ROLLED
    for (int64_t i = 0; i < inner; ++i) {
        PR_ROLLED
        for (int64_t k = 0; k < before; ++k) {
            Turned<T> x[parts];
#pragma GCC unroll 8
            for (int j = 0; j < parts; ++j) x[j] = from[i + inner * (j + parts * k)];
            Parts<parts>::turn(x);
            to[i + inner * k] = x[0];
#pragma GCC unroll 8
            for (int j = 1; j < parts; ++j) to[i + inner * (k + before * j)] = i ? x[j].times(w[2 * j - 2], w[2 * j - 1]) : x[j];
        }
        w += i ? 2 * (parts - 1) : 0;
    }
    return w;
}

// The transform of what `x` holds, which is left in what is returned: x or y.
template <class T> Turned<T>* transformed(const Passes<T>& passes, Turned<T>* x, Turned<T>* y) {
    const T* w = passes.roots;
    for (int64_t p = 0, before = 1; p < passes.count; ++p) {
        const int64_t f = passes.factors[p], inner = passes.n / (before * f);
        w = f == 8 ? pass<8>(inner, before, w, x, y) : f == 4 ? pass<4>(inner, before, w, x, y) : f == 2 ? pass<2>(inner, before, w, x, y)
            : f == 3 ? pass<3>(inner, before, w, x, y) : pass<5>(inner, before, w, x, y);
        std::swap(x, y), before *= f;
    }
    return x;
}

// Vectors to their transpose: the halves of two at a distance are exchanged, quarters of halves, and so on.
template <int at, class T, int... k> PR_INLINE void exchanged(Side<T>& a, Side<T>& b, std::integer_sequence<int, k...>) {
    constexpr int lines = sizeof...(k);
#if defined(__clang__)
    const Side<T> p = __builtin_shufflevector(a, b, (k & at ? lines + k - at : k)...), q = __builtin_shufflevector(a, b, (k & at ? lines + k : k + at)...);
#else
    typedef std::conditional_t<sizeof(T) == 8, int64_t, int32_t> place;
    typedef place Places __attribute__((vector_size(64)));
    const Side<T> p = __builtin_shuffle(a, b, Places{(k & at ? lines + k - at : k)...}), q = __builtin_shuffle(a, b, Places{(k & at ? lines + k : k + at)...});
#endif
    a = p, b = q;
}
template <int at, class T, size_t lines> PR_INLINE void transposed(Side<T> (&x)[lines]) {
#pragma GCC unroll 16
    for (int k = 0; k < int(lines); ++k)
        if (!(k & at)) exchanged<at, T>(x[k], x[k + at], std::make_integer_sequence<int, int(lines)>());
    if constexpr (at > 1) transposed<at / 2, T>(x);
}

// `lines` lines whose elements lie `step` apart, each line `next` behind the one before it; one of both is 1. Memory holds them as M, vectors as T.
template <class T, class M> struct Block {
    static constexpr int64_t LINES = turns::LINES<T>;
    typedef M line __attribute__((vector_size(LINES * sizeof(M))));
    int64_t lines, step, next;
    static PR_INLINE Side<T> loaded(const M* x) {
        line held;
        memcpy(&held, x, sizeof held);
        return __builtin_convertvector(held, Side<T>);
    }
    static PR_INLINE void stored(const Side<T>& x, M* to) {
        const line held = __builtin_convertvector(x, line);
        memcpy(to, &held, sizeof held);
    }
    PR_CALLED void read(const M* x, int64_t n, Side<T>* to) const {  // to every second
        int64_t k = 0;
        for (; step == 1 && lines == LINES && k + LINES <= n; k += LINES) {
            Side<T> held[LINES];
#pragma GCC unroll 16
            for (int j = 0; j < LINES; ++j) held[j] = loaded(x + j * next + k);
            transposed<LINES / 2, T>(held);
#pragma GCC unroll 16
            for (int j = 0; j < LINES; ++j) to[2 * (k + j)] = held[j];
        }
        PR_ROLLED
        for (; k < n; ++k)
            if (next == 1 && lines == LINES) to[2 * k] = loaded(x + k * step);
            else to[2 * k] = Side<T>{}, few(x + k * step, reinterpret_cast<T*>(&to[2 * k]), next, 1);
    }
    PR_CALLED void write(const Side<T>* from, int64_t n, T factor, M* x) const {
        int64_t k = 0;
        for (; step == 1 && lines == LINES && k + LINES <= n; k += LINES) {
            Side<T> held[LINES];
#pragma GCC unroll 16
            for (int j = 0; j < LINES; ++j) held[j] = from[2 * (k + j)] * factor;
            transposed<LINES / 2, T>(held);
#pragma GCC unroll 16
            for (int j = 0; j < LINES; ++j) stored(held[j], x + j * next + k);
        }
        PR_ROLLED
        for (; k < n; ++k) {
            const Side<T> held = from[2 * k] * factor;
            if (next == 1 && lines == LINES) stored(held, x + k * step);
            else few(reinterpret_cast<const T*>(&held), x + k * step, 1, next);
        }
    }
    template <class A, class B> PR_INLINE void few(const A* from, B* to, int64_t there, int64_t here) const {
        PR_ROLLED
        for (int64_t j = 0; j < lines; ++j) to[j * here] = B(from[j * there]);
    }
};

// Lines along the middle one of three axes, of the parts re and im, in T; backward where they are exchanged.
template <class T, class M>
void in_lanes(int64_t outer, int64_t n, int64_t inner, T factor, const M* re, const M* im, M* to_re, M* to_im) {
    static thread_local Passes<T> passes;
    passes.of(n);
    Memory<Turned<T>> memory(2 * n);
    const bool rows = inner == 1;
    const int64_t groups = rows ? 1 : outer, count = rows ? outer : inner;
    for (int64_t q = 0; q < groups; ++q)
        for (int64_t first = 0; first < count; first += LINES<T>) {
            const Block<T, M> block{size_min(LINES<T>, count - first), rows ? 1 : inner, rows ? n : 1};
            const int64_t start = q * n * inner + first * block.next;
            block.read(re + start, n, &memory.data->re), block.read(im + start, n, &memory.data->im);
            const Turned<T>* found = transformed(passes, memory.data, memory.data + n);
            block.write(&found->re, n, factor, to_re + start), block.write(&found->im, n, factor, to_im + start);
        }
}

}  // namespace turns
}  // namespace pr

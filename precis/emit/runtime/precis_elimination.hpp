// Small systems by elimination with exchanges of rows, of copies of the rows: a call of LAPACK takes longer than their arithmetic.
//
// Rows are padded to whole vectors and computed to their ends: what is left of an elimination is not read again. Numbers of complex
// matrices lie in two planes, of their real and their imaginary parts.
#pragma once

#include "precis.hpp"

#include <limits>

namespace pr {

typedef double Eight __attribute__((vector_size(64)));
constexpr int64_t WIDE = 8;  // numbers of a vector
constexpr int64_t vectors_of(int64_t count) { return (count + WIDE - 1) / WIDE; }

PR_INLINE double size_of(double x) { return x < 0.0 ? -x : x; }
PR_INLINE double size_of(pair<double> x) { return size_of(x.re) + size_of(x.im); }  // as LAPACK compares them
PR_INLINE bool usable(double size) { return size > 0.0 && size <= std::numeric_limits<double>::max(); }

// What divides by a number.
struct Divided {
    double by;
    explicit Divided(double d) : by(d) {}
    PR_INLINE double operator()(double x) const { return x / by; }
};
struct Times {  // by products with 1 / d
    double by;
};
struct Inverted {  // by products with 1 / d (Smith 1962)
    pair<double> by;
    explicit Inverted(pair<double> d) {
        const bool first = size_of(d.re) >= size_of(d.im);
        const double big = first ? d.re : d.im, small = first ? d.im : d.re, ratio = small / big, scale = 1.0 / (big + small * ratio);
        by = {first ? scale : ratio * scale, first ? -ratio * scale : -scale};
    }
    PR_INLINE pair<double> operator()(pair<double> x) const { return {x.re * by.re - x.im * by.im, x.re * by.im + x.im * by.re}; }
};
PR_INLINE Divided divided_by(double d) { return Divided(d); }
PR_INLINE Inverted divided_by(pair<double> d) { return Inverted(d); }
PR_INLINE Times product_for(double d) { return {1.0 / d}; }
PR_INLINE Inverted product_for(pair<double> d) { return Inverted(d); }
PR_INLINE bool invertible(double size) { return size >= 0x1p-1000 && size <= 0x1p1000; }  // without loss

// A row of a table, from a vector of it on.
template <class N> struct Entries;
template <> struct Entries<double> {
    Eight* re;
    PR_INLINE double at(int64_t j) const { return reinterpret_cast<const double*>(re)[j]; }
    PR_INLINE void exchange(Entries other, int64_t count) const {
        PR_ROLLED
        for (int64_t c = 0; c < count; ++c) {
            const Eight held = re[c];
            re[c] = other.re[c], other.re[c] = held;
        }
    }
    PR_INLINE void subtract(double f, Entries other, int64_t count) const {
        for (int64_t c = 0; c < count; ++c) re[c] -= f * other.re[c];
    }
    PR_INLINE void divide(Divided d, int64_t count) const {
        PR_ROLLED
        for (int64_t c = 0; c < count; ++c) re[c] /= d.by;
    }
    PR_INLINE void divide(Times d, int64_t count) const {
        PR_ROLLED
        for (int64_t c = 0; c < count; ++c) re[c] *= d.by;
    }
};
template <> struct Entries<pair<double>> {
    Eight *re, *im;
    PR_INLINE pair<double> at(int64_t j) const { return {Entries<double>{re}.at(j), Entries<double>{im}.at(j)}; }
    PR_INLINE void exchange(Entries other, int64_t count) const {
        Entries<double>{re}.exchange({other.re}, count), Entries<double>{im}.exchange({other.im}, count);
    }
    PR_INLINE void subtract(pair<double> f, Entries other, int64_t count) const {
        PR_ROLLED
        for (int64_t c = 0; c < count; ++c) {
            re[c] -= f.re * other.re[c] - f.im * other.im[c];
            im[c] -= f.re * other.im[c] + f.im * other.re[c];
        }
    }
    PR_INLINE void divide(Inverted d, int64_t count) const {
        PR_ROLLED
        for (int64_t c = 0; c < count; ++c) {
            const Eight x = re[c], y = im[c];
            re[c] = x * d.by.re - y * d.by.im, im[c] = x * d.by.im + y * d.by.re;
        }
    }
};

template <class T> PR_INLINE void fill(Entries<double> to, const T* x, int64_t count) {
    double* y = reinterpret_cast<double*>(to.re);
    PR_ROLLED
    for (int64_t j = 0; j < count; ++j) y[j] = double(x[j]);
    const int64_t whole = vectors_of(count) * WIDE;
    PR_ROLLED
    for (int64_t j = count; j < whole; ++j) y[j] = 0.0;
}
template <class P> PR_INLINE void fill(Entries<pair<double>> to, P x, int64_t count) {
    fill(Entries<double>{to.re}, x.re, count), fill(Entries<double>{to.im}, x.im, count);
}
template <class T> PR_INLINE void give(Entries<double> from, T* x, int64_t count) {
    PR_ROLLED
    for (int64_t j = 0; j < count; ++j) x[j] = T(from.at(j));
}
template <class P> PR_INLINE void give(Entries<pair<double>> from, P x, int64_t count) {
    give(Entries<double>{from.re}, x.re, count), give(Entries<double>{from.im}, x.im, count);
}

// `lines` rows of `width` vectors each.
template <class N> struct Table {
    static constexpr int64_t PLANES = sizeof(N) / sizeof(double);
    Eight* data;
    int64_t width, lines;
    PR_INLINE Entries<N> row(int64_t i, int64_t from = 0) const {
        if constexpr (PLANES == 1) return {data + i * width + from};
        else return {data + i * width + from, data + (lines + i) * width + from};
    }
};

// What is told of an elimination: which rows change places, and how often a row is subtracted from another one.
struct Untold {
    PR_INLINE void exchanged(int64_t, int64_t) const {}
    template <class N> PR_INLINE void subtracted(int64_t, int64_t, N) const {}
};

// Makes the square at the left of the rows an upper triangle, with the first `wide` vectors of them. False where a pivot, or its inverse, is 0
// or no number.
template <class N, class Told> PR_CALLED bool eliminated(Table<N> w, int64_t wide, Told told) {
    const int64_t n = w.lines;
    PR_ROLLED
    for (int64_t j = 0; j < n; ++j) {
        const int64_t from = j / WIDE, count = wide - from;
        int64_t p = j;
        double most = size_of(w.row(j).at(j));
        PR_ROLLED
        for (int64_t i = j + 1; i < n; ++i) {
            const double size = size_of(w.row(i).at(j));
            p = size > most ? i : p, most = size > most ? size : most;
        }
        const Entries<N> top = w.row(j, from);
        if (p != j) top.exchange(w.row(p, from), count);
        told.exchanged(j, p);
        const auto over = divided_by(top.at(j % WIDE));
        if (!usable(most) || !usable(size_of(over.by))) return false;
        PR_ROLLED
        for (int64_t i = j + 1; i < n; ++i) {
            const Entries<N> below = w.row(i, from);
            const N f = over(below.at(j % WIDE));
            below.subtract(f, top, count);
            told.subtracted(i, j, f);
        }
    }
    return true;
}

// What stands beside the triangle at the left of the rows, `count` vectors from `sides` on, becomes the solution; `divisor(i)`: what divides
// by the diagonal's element in row i.
template <class N, class D> PR_INLINE void substituted_back(Table<N> w, int64_t sides, int64_t count, D&& divisor) {
    PR_ROLLED
    for (int64_t i = w.lines - 1; i >= 0; --i) {
        const Entries<N> found = w.row(i, sides);
        found.divide(divisor(i), count);
        PR_ROLLED
        for (int64_t r = 0; r < i; ++r) w.row(r, sides).subtract(w.row(r).at(i), found, count);
    }
}

// x with a x = b, a (n, n), b (n, k); false as above. `w` has n rows, for a and for b in whole vectors.
template <class N, class A, class B, class X, class Told = Untold> PR_CALLED bool solved(Table<N> w, int64_t k, A a, B b, X x, Told told = Told()) {
    const int64_t n = w.lines, sides = vectors_of(n), count = w.width - sides;
    PR_ROLLED
    for (int64_t i = 0; i < n; ++i, a += n, b += k) fill(w.row(i), a, n), fill(w.row(i, sides), b, k);
    if (!eliminated(w, w.width, told)) return false;
    substituted_back(w, sides, count, [&](int64_t i) { return divided_by(w.row(i).at(i)); });
    PR_ROLLED
    for (int64_t i = 0; i < n; ++i, x += k) give(w.row(i, sides), x, k);
    return true;
}

// An elimination that is repeated beside other numbers.
template <class N> struct Repeated {
    N* times;
    int64_t *places, n;
    PR_INLINE void exchanged(int64_t j, int64_t p) const { places[j] = p; }
    PR_INLINE void subtracted(int64_t i, int64_t j, N f) const { times[j * n + i] = f; }
    PR_INLINE void beside(Table<N> w, int64_t sides, int64_t count) const {
        PR_ROLLED
        for (int64_t j = 0; j < n; ++j) {
            const Entries<N> top = w.row(j, sides);
            if (places[j] != j) top.exchange(w.row(places[j], sides), count);
            PR_ROLLED
            for (int64_t i = j + 1; i < n; ++i) w.row(i, sides).subtract(times[j * n + i], top, count);
        }
    }
};

// Vectors of sides in each of `n` rows that stay in the nearest cache; from how many on sides are taken so, block by block.
PR_INLINE int64_t near_sides(int64_t n) { return size_max(4, 256 / n); }
PR_INLINE bool many_sides(int64_t n, int64_t k) { return vectors_of(k) * n > 512; }

// The same with sides in blocks, by products with the inverses of pivots, as libraries do for as many: divisions would take half the time. False
// also where such an inverse is none. Whatever stands beside a number, it is computed as by itself.
template <class N, class A, class B, class X> PR_CALLED bool solved_in_blocks(int64_t n, int64_t k, A a, B b, X x) {
    const int64_t sides = vectors_of(n), block = near_sides(n);
    Memory<Eight> rows(Table<N>::PLANES * n * (sides + block));
    Memory<N> times(n * n);
    Memory<int64_t> places(n);
    const Table<N> w{rows.data, sides + block, n};
    const Repeated<N> steps{times.data, places.data, n};
    for (int64_t i = 0; i < n; ++i, a += n) fill(w.row(i), a, n);
    if (!eliminated(w, sides, steps)) return false;
    for (int64_t i = 0; i < n; ++i)
        if (!invertible(size_of(w.row(i).at(i)))) return false;
    for (int64_t from = 0; from < k; from += block * WIDE, b += block * WIDE, x += block * WIDE) {
        const int64_t some = size_min(block * WIDE, k - from), count = vectors_of(some);
        B in = b;
        for (int64_t i = 0; i < n; ++i, in += k) fill(w.row(i, sides), in, some);
        steps.beside(w, sides, count);
        substituted_back(w, sides, count, [&](int64_t i) { return product_for(w.row(i).at(i)); });
        X out = x;
        for (int64_t i = 0; i < n; ++i, out += k) give(w.row(i, sides), out, some);
    }
    return true;
}

// The triangle of a alone; the sign of the determinant changes with each exchange.
struct Signed : Untold {
    double& sign;
    explicit Signed(double& s) : sign(s) {}
    PR_INLINE void exchanged(int64_t j, int64_t p) const { sign = p == j ? sign : -sign; }
};
template <class N, class A> bool triangle(Table<N> w, A a, double& sign) {
    for (int64_t i = 0; i < w.lines; ++i, a += w.lines) fill(w.row(i), a, w.lines);
    double found = sign;
    if (!eliminated(w, w.width, Signed(found))) return false;
    sign = found;
    return true;
}

}  // namespace pr

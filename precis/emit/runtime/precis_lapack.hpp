// Calls of LAPACK as NumPy makes them, on row-major arrays: in binary64 (lu, lu_order and triangular_solve in the format of the array), on
// column-major copies, matrix by matrix of a stack of `batch`.
// What has no result (singular, not positive definite, no convergence) is NaN.
//
// Routines come as pointers, by their Fortran names. Integers are passed in 64 bits, of which a library with integers of 32 bits reads and
// writes the lower half (on processors that store the lower half first, as those that have BLAS libraries from SciPy and NumPy do).
#pragma once

#include "precis.hpp"
#include "precis_elimination_beside.hpp"

#include <type_traits>

namespace pr {

template <class... A> PR_INLINE void fortran(void* routine, A... arguments) { reinterpret_cast<void (*)(A...)>(routine)(arguments...); }
constexpr size_t LETTER = 1;  // the length of a CHARACTER argument, passed behind all others

// An integer result.
struct Info {
    int64_t held = 0;
    operator int64_t*() { return &held; }
    PR_INLINE bool failed() const { return int32_t(held) != 0; }
};

// Complex arrays come as two arrays of their parts; Fortran has them as pairs.
template <class P> struct Apart {  // P: a pointer
    P re, im;
    void operator+=(int64_t count) { re += count, im += count; }
};
template <class R, class I> Apart<std::common_type_t<R*, I*>> apart(R* re, I* im) { return {re, im}; }

// What LAPACK computes with for an array of these elements.
template <class T> double number_of(const T*);
template <class P> pair<double> number_of(Apart<P>);
template <class A> using Number = decltype(number_of(A()));
template <class T> T own_of(const T*);
template <class P> pair<std::remove_const_t<std::remove_pointer_t<P>>> own_of(Apart<P>);
template <class A> using Own = decltype(own_of(A()));  // the same in its own format

template <class T> PR_INLINE T element(const T* x, int64_t k) { return x[k]; }
template <class P> PR_INLINE pair<double> element(Apart<P> x, int64_t k) { return {double(x.re[k]), double(x.im[k])}; }
template <class T, class V> PR_INLINE void put(T* x, int64_t k, V value) { x[k] = T(value); }
template <class T> PR_INLINE void put(pair<T>* x, int64_t k, pair<double> value) { x[k] = {T(value.re), T(value.im)}; }
template <class T, class V> PR_INLINE void put(Apart<T*> x, int64_t k, pair<V> value) { x.re[k] = T(value.re), x.im[k] = T(value.im); }
template <class T> PR_INLINE void put(Apart<T*> x, int64_t k, double value) { x.re[k] = T(value), x.im[k] = T(0); }

PR_INLINE double times(double x, double y) { return x * y; }
PR_INLINE pair<double> times(pair<double> x, double y) { return {x.re * y, x.im * y}; }
inline double first(double x) { return x; }
inline double first(pair<double> x) { return x.re; }

// A (rows, columns) matrix to its transpose, in blocks that stay in the cache.
template <class From, class To> void turned(From from, To to, int64_t rows, int64_t columns) {
    constexpr int64_t block = 16;
    for (int64_t r = 0; r < rows; r += block)
        for (int64_t c = 0; c < columns; c += block)
            for (int64_t i = r; i < size_min(r + block, rows); ++i)
                for (int64_t j = c; j < size_min(c + block, columns); ++j) put(to, j * rows + i, element(from, i * columns + j));
}
template <class X> void no_result(X x, int64_t count) {
    for (int64_t k = 0; k < count; ++k) put(x, k, Number<X>(nan<double>()));
}

// Exchange k of an elimination, from 0, of `count`: pivots of 32 bits leave the upper half of the first place nonzero.
PR_INLINE int64_t exchange(const int64_t* pivots, int64_t k, int64_t count) {
    if (count == 1 || pivots[0] >> 32 == 0) return pivots[k] - 1;
    int32_t p;
    memcpy(&p, reinterpret_cast<const char*>(pivots) + 4 * k, 4);
    return p - 1;
}

// The largest order of what precis_elimination.hpp eliminates.
#if defined(__AVX512F__)
constexpr int64_t BY_OURSELVES = 64;
#else
constexpr int64_t BY_OURSELVES = 32;
#endif

template <class A, class B, class X> PR_CALLED void solve_by_library(void* gesv, int64_t n, int64_t k, A a, B b, X x) {
    Memory<Number<A>> matrix(n * n), sides(n * k);
    Memory<int64_t> pivots(n);
    turned(a, matrix.data, n, n), turned(b, sides.data, n, k);
    Info info;
    fortran(gesv, &n, &k, matrix.data, &n, pivots.data, sides.data, &n, (int64_t*)info);
    if (info.failed()) no_result(x, n * k);
    else turned(sides.data, x, k, n);
}

// x with a x = b; a (n, n), b (n, k)
template <class A, class B, class X> void solve(void* gesv, int64_t batch, int64_t n, int64_t k, A a, B b, X x) {
    using N = Number<A>;
    if (n * k == 0) return;
    const bool small = n <= BY_OURSELVES, many = many_sides(n, k);
    const int64_t width = vectors_of(n) + vectors_of(k);
    Memory<Eight> rows(small && !many ? Table<N>::PLANES * n * width : 0);
    const auto one_by_one = [&](int64_t count) {
        for (int64_t q = 0; q < count; ++q, a += n * n, b += n * k, x += n * k)
            if (!small || !(many ? solved_in_blocks<N>(n, k, a, b, x) : solved<N>({rows.data, width, n}, k, a, b, x)))
                solve_by_library(gesv, n, k, a, b, x);
    };
    if constexpr (std::is_same_v<N, double>)
        if (side_by_side(n, k, size_min(batch, WIDE))) {
            Memory<Eight> table(n * (n + k + 1));
            for (int64_t some; side_by_side(n, k, some = size_min(batch, WIDE)); batch -= some) {
                if (solved_beside(table.data, table.data + n * (n + 1), n, k, some, a, b, x)) a += some * n * n, b += some * n * k, x += some * n * k;
                else one_by_one(some);
            }
        }
    one_by_one(batch);
}

// The inverse x of a, where b is the identity matrix: of small matrices by `solve`, of others from the library's factors with half the work.
template <class A, class B, class X>
void solve(void* gesv, void* getrf, void* getri, int64_t batch, int64_t n, int64_t k, A a, B b, X x) {
    if (n <= BY_OURSELVES) return solve(gesv, batch, n, k, a, b, x);
    const int64_t query = -1;
    Number<A> best = 0;
    Memory<Number<A>> matrix(n * n);
    Memory<int64_t> pivots(n);
    Info info;
    fortran(getri, &n, matrix.data, &n, pivots.data, &best, &query, (int64_t*)info);
    const int64_t size = size_max(n, int64_t(first(best)));
    Memory<Number<A>> work(size);
    for (int64_t q = 0; q < batch; ++q, a += n * n, x += n * n) {
        turned(a, matrix.data, n, n);
        fortran(getrf, &n, &n, matrix.data, &n, pivots.data, (int64_t*)info);
        if (!info.failed()) fortran(getri, &n, matrix.data, &n, pivots.data, work.data, &size, (int64_t*)info);
        if (info.failed()) no_result(x, n * n);
        else turned(matrix.data, x, n, n);
    }
}

// x with a x = b for a small triangular a: from every row of b those found before are subtracted. Libraries wake threads for wide b.
template <class N, class A, class B, class X> PR_CALLED void substituted_by_rows(int64_t n, int64_t k, bool lower, bool unit, A a, B b, X x, N* w) {
    for (int64_t done = 0; done < n; ++done) {
        const int64_t i = lower ? done : n - 1 - done;
        N* row = w + i * k;
        for (int64_t c = 0; c < k; ++c) row[c] = N(b[i * k + c]);
        for (int64_t d = 0; d < done; ++d) {
            const int64_t j = lower ? d : n - 1 - d;
            const N f = N(a[i * n + j]);
            const N* found = w + j * k;
            PR_INDEPENDENT
            for (int64_t c = 0; c < k; ++c) row[c] -= f * found[c];
        }
        const N by = unit ? N(1) : N(a[i * n + i]);
        for (int64_t c = 0; c < k; ++c) row[c] /= by;
    }
    for (int64_t c = 0; c < n * k; ++c) put(x, c, w[c]);
}

// x with a x = b for a triangular a, in format N; `unit`: with ones on the diagonal
template <class N, class A, class B, class X>
void substituted(void* trsm, int64_t batch, int64_t n, int64_t k, bool lower, bool unit, A a, B b, X x) {
    if (n * k == 0) return;
    Memory<N> matrix(n * n), sides(n * k);
    const N one = 1;
    if constexpr (std::is_floating_point_v<N>)
        if (n <= BY_OURSELVES) {
            for (int64_t q = 0; q < batch; ++q, a += n * n, b += n * k, x += n * k) substituted_by_rows(n, k, lower, unit, a, b, x, sides.data);
            return;
        }
    for (int64_t q = 0; q < batch; ++q, a += n * n, b += n * k, x += n * k) {
        turned(a, matrix.data, n, n), turned(b, sides.data, n, k);
        fortran(trsm, "L", lower ? "L" : "U", "N", unit ? "U" : "N", &n, &k, &one, matrix.data, &n, sides.data, &n, LETTER, LETTER, LETTER, LETTER);
        turned(sides.data, x, k, n);
    }
}

// `wide`: in binary64, rounded once
template <class A, class B, class X>
void triangular_solve(void* trsm, int64_t batch, int64_t n, int64_t k, bool lower, bool unit, bool wide, A a, B b, X x) {
    if (wide) substituted<Number<A>>(trsm, batch, n, k, lower, unit, a, b, x);
    else substituted<Own<A>>(trsm, batch, n, k, lower, unit, a, b, x);
}

// The lower triangular l with l l^H = a, of which the lower triangle is read
template <class A, class L> void cholesky(void* potrf, int64_t batch, int64_t n, A a, L l) {
    Memory<Number<A>> matrix(n * n);
    for (int64_t q = 0; n > 0 && q < batch; ++q, a += n * n, l += n * n) {
        turned(a, matrix.data, n, n);
        Info info;
        fortran(potrf, "L", &n, matrix.data, &n, (int64_t*)info, LETTER);
        if (info.failed()) {
            no_result(l, n * n);
            continue;
        }
        for (int64_t c = 1; c < n; ++c)
            for (int64_t r = 0; r < c; ++r) matrix.data[c * n + r] = 0;
        turned(matrix.data, l, n, n);
    }
}

// syevd, or heevd, which has two works in binary64 for that of syevd: pairs, then numbers.
inline void eigen(void* syevd, const char* job, int64_t n, double* a, double* values, double* work, int64_t size, double*, int64_t, int64_t* whole,
                  int64_t whole_size, Info& info) {
    fortran(syevd, job, "L", &n, a, &n, values, work, &size, whole, &whole_size, (int64_t*)info, LETTER, LETTER);
}
inline void eigen(void* heevd, const char* job, int64_t n, pair<double>* a, double* values, pair<double>* work, int64_t size, double* reals, int64_t count,
                  int64_t* whole, int64_t whole_size, Info& info) {
    fortran(heevd, job, "L", &n, a, &n, values, work, &size, reals, &count, whole, &whole_size, (int64_t*)info, LETTER, LETTER);
}
template <class A, class X> PR_CALLED void eigh_by_library(void* heevd, int64_t batch, int64_t n, bool vectors, A a, X out) {
    if (n == 0) return;
    const char* job = vectors ? "V" : "N";
    const int64_t size = vectors ? (n + 1) * n : n;
    Number<A> best = 0;
    double reals = 0.0;
    int64_t whole = 0;
    Info info;
    eigen(heevd, job, n, &best, &reals, &best, -1, &reals, -1, &whole, -1, info);
    const int64_t work_size = int64_t(first(best)), count = int64_t(reals), whole_size = int32_t(whole);
    Memory<Number<A>> matrix(n * n), work(work_size);
    Memory<double> values(n), more(count);
    Memory<int64_t> whole_work(whole_size);
    for (int64_t q = 0; q < batch; ++q, a += n * n, out += size) {
        turned(a, matrix.data, n, n);
        eigen(heevd, job, n, matrix.data, values.data, work.data, work_size, more.data, count, whole_work.data, whole_size, info);
        if (info.failed()) {
            no_result(out, size);
            continue;
        }
        for (int64_t k = 0; k < n; ++k) put(out, k, values.data[k]);
        if constexpr (std::is_same_v<Number<A>, Number<X>>) {  // else the values alone, which are real
            X rest = out;
            rest += n;
            if (vectors) turned(matrix.data, rest, n, n);
        }
    }
}

// Of order two, as LAPACK finds them (Anderson and others, dlaev2): two eigenvalues, and the turn to their vectors.
struct OfTwo {
    double first, second, cosine, sine;
};
PR_INLINE OfTwo turned_apart(double a, double b, double c) {
    const double sum = a + c, apart = a - c, twice = b + b, wide = size_of(apart), high = size_of(twice);
    const double most = size_of(a) > size_of(c) ? a : c, least = size_of(a) > size_of(c) ? c : a;
    const double large = wide > high ? wide : high, ratio = (wide > high ? high : wide) / large;
    const double root = large * (ratio == 1.0 ? sqrt(2.0) : sqrt(1.0 + ratio * ratio));
    const double first = sum == 0.0 ? 0.5 * root : 0.5 * (sum < 0.0 ? sum - root : sum + root);
    const double second = sum == 0.0 ? -0.5 * root : (most / first) * least - (b / first) * b;
    const double along = apart >= 0.0 ? apart + root : apart - root;
    const bool steep = size_of(along) > high;
    const double slope = steep ? -twice / along : -along / twice, one = 1.0 / sqrt(1.0 + slope * slope), other = slope * one;
    const double cosine = steep ? other : one, sine = steep ? one : other;
    return (sum < 0.0) == (apart < 0.0) ? OfTwo{first, second, -sine, cosine} : OfTwo{first, second, cosine, sine};
}
// Whether rounding may decide on a sign: LAPACK turns the second number on the diagonal there and back where the one beside it is complex.
PR_INLINE bool open_to_rounding(double, double, double) { return false; }
PR_INLINE bool open_to_rounding(pair<double> direction, double top, double low) {
    const double size = 1e-13 * (size_of(top) > size_of(low) ? size_of(top) : size_of(low));
    return direction.re != 1.0 && !(size_of(top + low) > size && size_of(top - low) > size);
}
// What is beside the diagonal as a real number, and its direction; the latter is 1 of reals.
PR_INLINE double made_real(double x, double& direction) { return direction = 1.0, x; }
PR_INLINE double made_real(pair<double> x, pair<double>& direction) {
    direction = {1.0, 0.0};
    if (x.im == 0.0) return x.re;
    const double most = size_of(x.re) > size_of(x.im) ? size_of(x.re) : size_of(x.im), re = x.re / most, im = x.im / most;
    const double length = most * sqrt(re * re + im * im), real = x.re < 0.0 || (x.re == 0.0 && 1.0 / x.re < 0.0) ? length : -length;
    direction = {1.0 - (real - x.re) / real, x.im / real};
    return real;
}
// False where numbers are too large, too small or none for this, or nearly diagonal: left to the library.
template <class A, class X> PR_INLINE bool eigh_of_two(A a, X out) {
    const double top = first(element(a, 0)), low = first(element(a, 3));
    Number<A> direction;
    const double beside = made_real(element(a, 2), direction), size = size_of(top) > size_of(low) ? size_of(top) : size_of(low);
    if (!(size < 1e100 && size_of(beside) < 1e100 && size_of(beside) > 1e-100 && size_of(beside) > 1e-15 * size)) return false;
    if (open_to_rounding(direction, top, low)) return false;
    const OfTwo found = turned_apart(top, beside, low);
    const bool swapped = found.second < found.first;
    put(out, 0, swapped ? found.second : found.first), put(out, 1, swapped ? found.first : found.second);
    put(out, 2, swapped ? -found.sine : found.cosine), put(out, 3, swapped ? found.cosine : -found.sine);
    put(out, 4, times(direction, swapped ? found.cosine : found.sine)), put(out, 5, times(direction, swapped ? found.sine : found.cosine));
    return true;
}

// Eigenvalues of the Hermitian matrix whose lower triangle is that of a; `vectors`: then, row by row, the matrix of eigenvectors
template <class A, class X> void eigh(void* heevd, int64_t batch, int64_t n, bool vectors, A a, X out) {
    if constexpr (std::is_same_v<Number<A>, Number<X>>)
        if (n == 2 && vectors) {
            for (int64_t q = 0; q < batch; ++q, a += 4, out += 6)
                if (!eigh_of_two(a, out)) eigh_by_library(heevd, 1, n, vectors, a, out);
            return;
        }
    eigh_by_library(heevd, batch, n, vectors, a, out);
}

// Singular values of a (m, n), k of them; `vectors`: U (m, p), the values, V^T (r, n), with p = r = k or, `full`, p = m and r = n
template <class T> void svd(void* gesdd, int64_t batch, int64_t m, int64_t n, bool vectors, bool full, const T* a, T* out) {
    const int64_t k = size_min(m, n), p = !vectors ? 1 : full ? m : k, r = !vectors ? 1 : full ? n : k;
    const int64_t query = -1, size = vectors ? m * p + k + r * n : k;
    if (k == 0) return;
    const char* job = !vectors ? "N" : full ? "A" : "S";
    double best = 0.0;
    Memory<double> matrix(m * n), left(m * p), values(k), right(r * n);
    Memory<int64_t> whole_work(8 * k);
    Info info;
    fortran(gesdd, job, &m, &n, matrix.data, &m, values.data, left.data, &m, right.data, &r, &best, &query, whole_work.data, (int64_t*)info, LETTER);
    int64_t work_size = size_max(1, int64_t(best));
    Memory<double> work(work_size);
    for (int64_t q = 0; q < batch; ++q, a += m * n, out += size) {
        turned(a, matrix.data, m, n);
        fortran(gesdd, job, &m, &n, matrix.data, &m, values.data, left.data, &m, right.data, &r, work.data, &work_size, whole_work.data, (int64_t*)info,
                LETTER);
        if (info.failed()) {
            no_result(out, size);
            continue;
        }
        T* middle = vectors ? out + m * p : out;
        for (int64_t j = 0; j < k; ++j) middle[j] = T(values.data[j]);
        if (vectors) turned(left.data, out, p, m), turned(right.data, middle + k, n, r);
    }
}

// Q (m, c), then the upper triangular R (c, n), with Q R = a
template <class T> void qr(void* geqrf, void* orgqr, int64_t batch, int64_t m, int64_t n, int64_t c, const T* a, T* out) {
    const int64_t k = size_min(m, n), query = -1;
    if (k == 0) return;
    double best = 0.0, second = 0.0;
    Memory<double> matrix(m * n), scales(k), q_matrix(m * size_max(c, n));
    Info info;
    fortran(geqrf, &m, &n, matrix.data, &m, scales.data, &best, &query, (int64_t*)info);
    fortran(orgqr, &m, &c, &k, q_matrix.data, &m, scales.data, &second, &query, (int64_t*)info);
    int64_t size = size_max(size_max(1, n), int64_t(best)), second_size = size_max(size_max(1, c), int64_t(second));
    Memory<double> work(size), second_work(second_size);
    for (int64_t q = 0; q < batch; ++q, a += m * n, out += m * c + c * n) {
        turned(a, matrix.data, m, n);
        fortran(geqrf, &m, &n, matrix.data, &m, scales.data, work.data, &size, (int64_t*)info);
        memcpy(q_matrix.data, matrix.data, size_t(m * size_min(c, n)) * sizeof(double));
        fortran(orgqr, &m, &c, &k, q_matrix.data, &m, scales.data, second_work.data, &second_size, (int64_t*)info);
        turned(q_matrix.data, out, c, m);
        for (int64_t i = 0; i < c; ++i)
            for (int64_t j = 0; j < n; ++j) out[m * c + i * n + j] = j < i ? T(0) : T(matrix.data[j * m + i]);
    }
}

// L below the unit diagonal and U above it, of a (m, n) with exchanged rows
template <class T> void lu(void* getrf, int64_t batch, int64_t m, int64_t n, const T* a, T* out) {
    Memory<T> matrix(m * n);
    Memory<int64_t> pivots(size_min(m, n));
    for (int64_t q = 0; m * n > 0 && q < batch; ++q, a += m * n, out += m * n) {
        turned(a, matrix.data, m, n);
        Info info;
        fortran(getrf, &m, &n, matrix.data, &m, pivots.data, (int64_t*)info);
        turned(matrix.data, out, n, m);
    }
}

// `exchanges`: the row that changes places with row j; else the order p of rows with a[p] = L U
template <class T> void lu_order(void* getrf, int64_t batch, int64_t m, int64_t n, bool exchanges, const T* a, int64_t* out) {
    const int64_t k = size_min(m, n), size = exchanges ? k : m;
    Memory<T> matrix(m * n);
    Memory<int64_t> pivots(k);
    for (int64_t q = 0; q < batch; ++q, a += m * n, out += size) {
        for (int64_t j = 0; j < size; ++j) out[j] = j;
        if (k == 0) continue;
        turned(a, matrix.data, m, n);
        Info info;
        fortran(getrf, &m, &n, matrix.data, &m, pivots.data, (int64_t*)info);
        for (int64_t j = 0; j < k; ++j) {
            const int64_t other = exchange(pivots.data, j, k);
            if (exchanges) out[j] = other;
            else std::swap(out[j], out[other]);
        }
    }
}

// Of determinants: the sign, of complex ones the direction, and the logarithm of the size, as NumPy has them
template <class N> struct Determinant {
    N sign;
    double size;
};
PR_INLINE double length_of(double x) { return size_of(x); }
PR_INLINE double length_of(pair<double> x) { return PR_BUILTIN(hypot)(x.re, x.im); }
PR_INLINE double direction_of(double x, double) { return x < 0.0 ? -1.0 : 1.0; }
PR_INLINE pair<double> direction_of(pair<double> x, double length) { return {x.re / length, x.im / length}; }
PR_INLINE pair<double> times(pair<double> x, pair<double> y) { return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; }

// The product of `sign` and the diagonal of a triangle, in two parts
template <class N, class At> Determinant<N> parts_of_diagonal(int64_t n, At at, double sign) {
    Determinant<N> found{times(N{1.0}, sign), 0.0};
    for (int64_t k = 0; k < n; ++k) {
        const double length = length_of(at(k));
        found.sign = times(found.sign, direction_of(at(k), length)), found.size += PR_BUILTIN(log)(length);
    }
    return found;
}
// as NumPy has it, which the bits of larger ones are
template <class N, class At> N power_of_diagonal(int64_t n, At at, double sign) {
    const Determinant<N> parts = parts_of_diagonal<N>(n, at, sign);
    return times(parts.sign, PR_BUILTIN(exp)(parts.size));
}
// by itself where all numbers on the way are neither too large nor too small
template <class N, class At> N product_of_diagonal(int64_t n, At at, double sign) {
    if (n > BY_OURSELVES) return power_of_diagonal<N>(n, at, sign);
    N found = times(N{1.0}, sign);
    for (int64_t k = 0; k < n; ++k) {
        found = times(found, at(k));
        if (!invertible(size_of(found))) return power_of_diagonal<N>(n, at, sign);
    }
    return found;
}
// of each matrix: `put` takes its number, the diagonal of its triangle, and the sign beside that, 0 of what is singular
template <class A, class Put> void determinants(void* getrf, int64_t batch, int64_t n, A a, Put put) {
    using N = Number<A>;
    const int64_t width = vectors_of(n);
    Memory<Eight> rows(n <= BY_OURSELVES ? Table<N>::PLANES * n * width : 0);
    const Table<N> w{rows.data, width, n};
    for (int64_t q = 0; q < batch; ++q, a += n * n) {
        double sign = 1.0;
        if (n <= BY_OURSELVES && triangle(w, a, sign)) {
            put(q, [&](int64_t k) { return w.row(k).at(k); }, sign);
            continue;
        }
        Memory<N> matrix(n * n);
        Memory<int64_t> pivots(n);
        Info info;
        turned(a, matrix.data, n, n);
        fortran(getrf, &n, &n, matrix.data, &n, pivots.data, (int64_t*)info);
        sign = info.failed() ? 0.0 : 1.0;
        for (int64_t k = 0; k < n; ++k)
            if (exchange(pivots.data, k, n) != k) sign = -sign;
        put(q, [&](int64_t k) { return matrix.data[k * n + k]; }, sign);
    }
}
template <class A, class X> void det(void* getrf, int64_t batch, int64_t n, A a, X out) {
    using N = Number<A>;
    determinants(getrf, batch, n, a, [&](int64_t q, auto at, double sign) { put(out, q, sign == 0.0 ? N{} : product_of_diagonal<N>(n, at, sign)); });
}
template <class A, class X> void slogdet(void* getrf, int64_t batch, int64_t n, A a, X out) {
    using N = Number<A>;
    determinants(getrf, batch, n, a, [&](int64_t q, auto at, double sign) {
        const Determinant<N> found = sign == 0.0 ? Determinant<N>{N{}, -infinity<double>()} : parts_of_diagonal<N>(n, at, sign);
        put(out, 2 * q, found.sign), put(out, 2 * q + 1, found.size);
    });
}

}  // namespace pr

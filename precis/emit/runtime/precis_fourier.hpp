// Discrete Fourier transforms by the inner loops of NumPy's own (pocketfft), so that native code computes what NumPy computes, bit for bit.
//
// A loop comes as a pointer, of the form that NumPy's documentation of universal functions gives inner loops: addresses of the input, a
// factor and the output; the number of transforms and the lengths of both; steps in bytes from one transform to the next, then within one.
#pragma once

#include "precis.hpp"
#if defined(__AVX512F__)  // elsewhere its vectors are two, and do not stay in registers
#include "precis_turns.hpp"
#define PR_LINES_IN_LANES
#endif
#if defined(PR_LINK_FFTW)
#include "precis_fftw.hpp"
#endif

#include <type_traits>

namespace pr {

template <class T, class W> void joined(const T* re, const T* im, W* whole, int64_t count) {
    PR_INDEPENDENT
    for (int64_t k = 0; k < count; ++k) whole[2 * k] = W(re[k]), whole[2 * k + 1] = W(im[k]);
}
template <class W, class T> void parted(const W* whole, T* re, T* im, int64_t count) {
    PR_INDEPENDENT
    for (int64_t k = 0; k < count; ++k) re[k] = T(whole[2 * k]), im[k] = T(whole[2 * k + 1]);
}

// Lines of `length` elements of `width` numbers each, along the middle one of three axes.
template <class W> struct Lines {
    const W* start;
    int64_t length, width;
};
template <class W> void transformed(void* loop, int64_t outer, int64_t inner, Lines<W> from, Lines<W> to, bool forward, W factor) {
    using Loop = void (*)(char**, const int64_t*, const int64_t*, void*);
    const int64_t size = int64_t(sizeof(W)), read = from.width * size, write = to.width * size;
    const bool rows = inner == 1;
    const int64_t lengths[] = {rows ? outer : inner, from.length, to.length};
    const int64_t steps[] = {rows ? from.length * read : read, 0, rows ? to.length * write : write, inner * read, inner * write};
    for (int64_t q = 0; q < (rows ? 1 : outer); ++q) {
        const W *x = from.start + q * inner * from.length * from.width, *y = to.start + q * inner * to.length * to.width;
        char* addresses[] = {(char*)x, (char*)&factor, (char*)y};
        reinterpret_cast<Loop>(loop)(addresses, lengths, steps, &forward);
    }
}

// Results are divided by n to the power of `halves` halves. Where they are not, NumPy transforms binary32 in binary64 (W): its factor 1 is a
// Python integer, with which the first of its loops, that of binary64, fits.
template <class W> W factor(int64_t n, int64_t halves) { return halves == 0 ? W(1) : W(1) / (halves == 1 ? pr::sqrt(W(n)) : W(n)); }

template <class W, class T>
void fft_in(void* loop, int64_t outer, int64_t n, int64_t inner, bool inverse, W factor, const T* re, const T* im, T* to_re, T* to_im) {
    const int64_t count = outer * n * inner;
    Memory<W> whole(2 * count);
    joined(re, im, whole.data, count);
    transformed<W>(loop, outer, inner, {whole.data, n, 2}, {whole.data, n, 2}, !inverse, factor);
    parted(whole.data, to_re, to_im, count);
}
template <class W, class T> void rfft_in(void* loop, int64_t outer, int64_t n, int64_t inner, W factor, const T* x, T* re, T* im) {
    const int64_t given = std::is_same_v<W, T> ? 0 : outer * n * inner, count = outer * (n / 2 + 1) * inner;
    Memory<W> whole(2 * count + given);
    for (int64_t k = 0; k < given; ++k) whole.data[2 * count + k] = W(x[k]);
    const W* start = given ? whole.data + 2 * count : reinterpret_cast<const W*>(x);
    transformed<W>(loop, outer, inner, {start, n, 1}, {whole.data, n / 2 + 1, 2}, true, factor);
    parted(whole.data, re, im, count);
}
template <class W, class T> void irfft_in(void* loop, int64_t outer, int64_t n, int64_t inner, W factor, const T* re, const T* im, T* x) {
    const int64_t made = std::is_same_v<W, T> ? 0 : outer * n * inner, count = outer * (n / 2 + 1) * inner;
    Memory<W> whole(2 * count + made);
    joined(re, im, whole.data, count);
    const W* start = made ? whole.data + 2 * count : reinterpret_cast<const W*>(x);
    transformed<W>(loop, outer, inner, {whole.data, n / 2 + 1, 2}, {start, n, 1}, false, factor);
    for (int64_t k = 0; k < made; ++k) x[k] = T(start[k]);
}

template <class T>
void fft(void* loop, int64_t outer, int64_t n, int64_t inner, bool inverse, int64_t halves, const T* re, const T* im, T* to_re, T* to_im) {
    if (outer * n * inner == 0) return;
#if defined(PR_LINES_IN_LANES)
    const int64_t lines = inner == 1 ? outer : inner;
    if (halves == 0 || std::is_same_v<T, double> ? turns::takes<double>(n, lines) : turns::takes<float>(n, lines)) {
        if (inverse) std::swap(re, im), std::swap(to_re, to_im);
        if (halves == 0) return turns::in_lanes(outer, n, inner, 1.0, re, im, to_re, to_im);
        return turns::in_lanes(outer, n, inner, factor<T>(n, halves), re, im, to_re, to_im);
    }
#endif
    if (halves == 0) fft_in<double>(loop, outer, n, inner, inverse, 1.0, re, im, to_re, to_im);
    else fft_in<T>(loop, outer, n, inner, inverse, factor<T>(n, halves), re, im, to_re, to_im);
}
template <class T> void rfft(void* even, void* odd, int64_t outer, int64_t n, int64_t inner, int64_t halves, const T* x, T* re, T* im) {
    if (outer * n * inner == 0) return;
    if (halves == 0) rfft_in<double>(n % 2 ? odd : even, outer, n, inner, 1.0, x, re, im);
    else rfft_in<T>(n % 2 ? odd : even, outer, n, inner, factor<T>(n, halves), x, re, im);
}
template <class T> void irfft(void* loop, int64_t outer, int64_t n, int64_t inner, int64_t halves, const T* re, const T* im, T* x) {
    if (outer * n * inner == 0) return;
    if (halves == 0) irfft_in<double>(loop, outer, n, inner, 1.0, re, im, x);
    else irfft_in<T>(loop, outer, n, inner, factor<T>(n, halves), re, im, x);
}

}  // namespace pr

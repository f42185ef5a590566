// Transforms by FFTW 3 (linked with -lfftw3 -lfftw3f) in the form of NumPy's inner loops (precis_fourier.hpp), for source that stands alone.
// FFTW adds in another order than NumPy does: results differ in their last places.
//
// Plans are estimated: measured ones depend on the load of the machine, and with them the order of sums.
#pragma once

#include "precis.hpp"

#include <complex>
#include <cstddef>
#include <mutex>

namespace pr {

struct Axis {  // as FFTW's interface with lengths of 64 bits has it: length, steps in elements
    ptrdiff_t length, in, out;
};
constexpr unsigned FFTW_ESTIMATED = 1u << 6;

// F: the functions of one format R
#define PR_FFTW(F, R) \
    extern "C" { \
    void* F##_plan_guru64_dft(int, const Axis*, int, const Axis*, std::complex<R>*, std::complex<R>*, int, unsigned); \
    void* F##_plan_guru64_dft_r2c(int, const Axis*, int, const Axis*, R*, std::complex<R>*, unsigned); \
    void* F##_plan_guru64_dft_c2r(int, const Axis*, int, const Axis*, std::complex<R>*, R*, unsigned); \
    void F##_execute(void*); \
    void F##_destroy_plan(void*); \
    } \
    inline void* planned(Axis axis, Axis lines, std::complex<R>* x, std::complex<R>* y, bool forward) { \
        return F##_plan_guru64_dft(1, &axis, 1, &lines, x, y, forward ? -1 : 1, FFTW_ESTIMATED); \
    } \
    inline void* planned(Axis axis, Axis lines, R* x, std::complex<R>* y, bool) { \
        return F##_plan_guru64_dft_r2c(1, &axis, 1, &lines, x, y, FFTW_ESTIMATED); \
    } \
    inline void* planned(Axis axis, Axis lines, std::complex<R>* x, R* y, bool) { \
        return F##_plan_guru64_dft_c2r(1, &axis, 1, &lines, x, y, FFTW_ESTIMATED); \
    } \
    inline void executed(void* plan, R) { F##_execute(plan); } \
    inline void destroyed(void* plan, R) { F##_destroy_plan(plan); }
PR_FFTW(fftw, double)
PR_FFTW(fftwf, float)
#undef PR_FFTW

// NumPy reads the first and the last number of half a spectrum as real.
template <class R> void made_real(std::complex<R>* x, Axis axis, Axis lines) {
    for (ptrdiff_t k = 0; k < lines.length; ++k, x += lines.in) {
        x[0] = x[0].real();
        if (axis.length % 2 == 0) x[axis.length / 2 * axis.in] = x[axis.length / 2 * axis.in].real();
    }
}
template <class Y, class R> void multiplied(R factor, Y* y, Axis axis, Axis lines, ptrdiff_t count) {
    for (ptrdiff_t k = 0; k < lines.length; ++k, y += lines.out)
        for (ptrdiff_t j = 0; j < count; ++j) y[j * axis.out] *= factor;
}

// FFTW makes and destroys one plan of a format at a time.
template <class R> std::mutex& planning() {
    static std::mutex one;
    return one;
}

// Lines of elements X to lines of elements Y; half a spectrum is overwritten.
template <class R, class X, class Y> void by_fftw(char** addresses, const int64_t* lengths, const int64_t* steps, void* forward) {
    X* x = reinterpret_cast<X*>(addresses[0]);
    Y* y = reinterpret_cast<Y*>(addresses[2]);
    constexpr ptrdiff_t in = sizeof(X), out = sizeof(Y);
    const Axis axis{ptrdiff_t(lengths[std::is_same_v<X, R> ? 1 : 2]), steps[3] / in, steps[4] / out};
    const Axis lines{ptrdiff_t(lengths[0]), steps[0] / in, steps[2] / out};
    if constexpr (std::is_same_v<Y, R>) made_real(x, axis, lines);
    std::unique_lock<std::mutex> alone(planning<R>());
    void* plan = planned(axis, lines, x, y, *static_cast<bool*>(forward));
    if (!plan) throw std::bad_alloc();
    alone.unlock();
    executed(plan, R());
    alone.lock();
    destroyed(plan, R());
    alone.unlock();
    const R factor = *reinterpret_cast<R*>(addresses[1]);
    if (factor != R(1)) multiplied(factor, y, axis, lines, lengths[2]);
}

}  // namespace pr

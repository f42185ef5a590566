// Operands of matrix products, and whether a routine of a library is worth its call. On the host only.
#pragma once

#include "precis_memory.hpp"
#include "precis_arithmetic.hpp"

namespace pr {

template <class T> struct pair {  // a complex number of Fortran
    T re, im;
    pair(T re = 0, T im = 0) : re(re), im(im) {}
};
template <class T> struct Matrix {  // element (r, c) at r * step + c, or at c * step + r if transposed
    const T* start;
    int64_t step;
    bool transposed;
};

// Whether there is a Fortran ?gemm or ?gemv, its integers suffice (64 bits are passed, of which it may read the lower 32), and loops are not as good.
// `least`: multiplications from which on.
inline bool worthwhile(const void* gemm, int64_t m, int64_t n, int64_t k, double least = 32768.0) {
    constexpr int64_t most = std::numeric_limits<int>::max();
    return gemm && m <= most && n <= most && k <= most && double(m) * double(n) * double(k) >= least;
}

// The same of `count` products that are computed one after the other, none of them too small for a call.
inline bool worthwhile_together(const void* gemm, int64_t m, int64_t n, int64_t k, int64_t count) {
    return worthwhile(gemm, m, n, k, 4096.0) && double(m) * double(n) * double(k) * double(count) >= 32768.0;
}

// The leading dimension that Fortran asks for: of a single line, whose step is not used, at least its length.
template <class T> int64_t leading(Matrix<T> x, int64_t rows, int64_t columns) {
    if (x.transposed) std::swap(rows, columns);
    return rows > 1 || x.step > columns ? x.step : columns;
}

}  // namespace pr

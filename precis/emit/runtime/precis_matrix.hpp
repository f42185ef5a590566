// C += A B on the matrix units of GPUs; in plain C++ the same product by loops. Strides are in elements, (row, column).
#pragma once

#include "precis_gpu.hpp"

#if defined(PR_DEVICE)

namespace pr {
#if defined(PR_HIP)
constexpr int MATRIX_THREADS = 256;  // waves of 64 or of 32 lanes, which the host cannot know
#else
constexpr int MATRIX_THREADS = 128;
#endif
}
#include "precis_matrix_units.hpp"

#if defined(PR_HOST)
namespace pr {
template <class P, class TA, class TB, class TC>
void matrix_product(TA* a, int64_t ar, int64_t ac, TB* b, int64_t br, int64_t bc, TC* c, int64_t cr, int64_t cc, int64_t m, int64_t n, int64_t k) {
    using A = std::remove_const_t<TA>;
    using B = std::remove_const_t<TB>;
    if (m <= 0 || n <= 0) return;
    const dim3 grid(unsigned((n + TILE - 1) / TILE), unsigned((m + TILE - 1) / TILE));
    matrix_kernel<P, A, B, TC><<<grid, MATRIX_THREADS>>>(Lines<const A>{a, ar, ac, m}, Lines<const B>{b, bc, br, n}, c, cr, cc, k);
}
}  // namespace pr
#endif

#else

namespace pr {
#define PR_MULTIPLICAND(NAME, NUMBER, VALUE)                                       \
    struct Multiply_##NAME {                                                       \
        using Accumulator = NUMBER;                                                \
        template <class T> static NUMBER from(T x) { return VALUE; }               \
    };
PR_MULTIPLICAND(e4m3, float, to_e4m3(x))
PR_MULTIPLICAND(e5m2, float, to_e5m2(x))
PR_MULTIPLICAND(binary16, float, to_binary16(x))
PR_MULTIPLICAND(bfloat16, float, to_bfloat16(x))
PR_MULTIPLICAND(tf32, float, to_tf32(x))
PR_MULTIPLICAND(binary32, float, float(x))
PR_MULTIPLICAND(binary64, double, double(x))

template <class P, class TA, class TB, class TC>
void matrix_product(TA* a, int64_t ar, int64_t ac, TB* b, int64_t br, int64_t bc, TC* c, int64_t cr, int64_t cc, int64_t m, int64_t n, int64_t k) {
    using S = typename P::Accumulator;
    for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
            S sum = 0;
            for (int64_t l = 0; l < k; ++l) sum += P::from(a[i * ar + l * ac]) * P::from(b[l * br + j * bc]);
            c[i * cr + j * cc] = TC(S(c[i * cr + j * cc]) + sum);
        }
}
}  // namespace pr

#endif

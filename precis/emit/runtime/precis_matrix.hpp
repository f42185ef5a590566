// C = A B or C += A B on the matrix units of GPUs; in plain C++ the same products by loops. Strides are in elements, (row, column).
#pragma once

#include "precis_gpu.hpp"

namespace pr {
constexpr bool ADDED = true, FRESH = false;
struct Batch {  // one product for each position of an axis, with the steps from one to the next
    int64_t extent, a, b, c;
};
}

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
template <class P, bool ADD, class TA, class TB, class TC>
void matrix_product(TA* a, int64_t ar, int64_t ac, TB* b, int64_t br, int64_t bc, TC* c, int64_t cr, int64_t cc, int64_t m, int64_t n, int64_t k,
                    Batch outer = {1, 0, 0, 0}, Batch inner = {1, 0, 0, 0}) {
    using A = std::remove_const_t<TA>;
    using B = std::remove_const_t<TB>;
    const int64_t batch = outer.extent * inner.extent;
    if (m <= 0 || n <= 0 || batch <= 0) return;
    const dim3 grid(unsigned((n + TILE - 1) / TILE), clamp_grid((m + TILE - 1) / TILE, GRID_ROWS), clamp_grid(batch, GRID_ROWS));
    matrix_kernel<P, ADD, A, B, TC><<<grid, MATRIX_THREADS>>>(Operand<const A>{a, ar, ac, m}, Operand<const B>{b, bc, br, n}, c, cr, cc, k, outer, inner);
    checked(PR_API(GetLastError)());
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

template <class P, bool ADD, class TA, class TB, class TC>
void matrix_product(TA* a, int64_t ar, int64_t ac, TB* b, int64_t br, int64_t bc, TC* c, int64_t cr, int64_t cc, int64_t m, int64_t n, int64_t k,
                    Batch outer = {1, 0, 0, 0}, Batch inner = {1, 0, 0, 0}) {
    using S = typename P::Accumulator;
    for (int64_t o = 0; o < outer.extent * inner.extent; ++o) {
        const int64_t y = o / inner.extent, x = o % inner.extent;
        auto *left = a + y * outer.a + x * inner.a, *right = b + y * outer.b + x * inner.b;
        for (int64_t i = 0; i < m; ++i)
            for (int64_t j = 0; j < n; ++j) {
                TC& place = c[y * outer.c + x * inner.c + i * cr + j * cc];
                S sum = 0;
                for (int64_t l = 0; l < k; ++l) sum += P::from(left[i * ar + l * ac]) * P::from(right[l * br + j * bc]);
                place = TC(ADD ? S(place) + sum : sum);
            }
    }
}
}  // namespace pr

#endif

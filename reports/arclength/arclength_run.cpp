#include "arclength_run.h"
#include "precis.hpp"

// Names in the program:
//   s1_0  s1  binary64, result
//   d1_1  d1  binary32, workspace
//   h_2  h  binary64, workspace
//   t1_3  t1  binary64, workspace
//   d2_5  d2  binary32, workspace

static void compute(const arclength_args& args) {
    [[maybe_unused]] const int64_t n_n0 = args.n_n0;
    double s1_0 = 0;
    pr::Memory<double> w_13_memory(64);
    double* w_13 = w_13_memory.data;
    // arclength.py:21
    float d1_1 = 1.0f;
    // arclength.py:33
    double h_2 = 3.141592653589793 / double(n_n0);
    // arclength.py:34
    s1_0 = 0.0;
    // arclength.py:34
    double t1_3 = 0.0;
    // arclength.py:34
    for (int64_t istrip_k1 = 0; istrip_k1 < pr::size_floordiv(n_n0 + 63, 64); ++istrip_k1) {
        // arclength.py:35, arclength.py:26, arclength.py:27, arclength.py:28, arclength.py:36, arclength.py:37, arclength.py:38
        const float t0 = 2.0f * d1_1;
        const float t1 = 2.0f * t0;
        const float t2 = 2.0f * t1;
        const float t3 = 2.0f * t2;
        const float t4 = 2.0f * t3;
        int64_t far5 = 0;
        PR_INDEPENDENT
        for (int64_t i0 = 0; i0 < pr::size_min(-64*istrip_k1 + n_n0, 64); ++i0) {
            const float t6 = float(double(i0 + 64*istrip_k1 + 1) * h_2);
            far5 |= pr::is_far(t0 * t6);
            far5 |= pr::is_far(t1 * t6);
            far5 |= pr::is_far(t2 * t6);
            far5 |= pr::is_far(t3 * t6);
            far5 |= pr::is_far(t4 * t6);
        }
        const auto point7 = [&](const int64_t i0, const bool exact) PR_BODY {
            const float t8 = float(double(i0 + 64*istrip_k1 + 1) * h_2);
            const float t9 = ((t8 + (pr::sin(t0 * t8, exact) / t0)) + (pr::sin(t1 * t8, exact) / t1)) + (pr::sin(t2 * t8, exact) / t2);
            w_13[i0] = double((t9 + (pr::sin(t3 * t8, exact) / t3)) + (pr::sin(t4 * t8, exact) / t4));
        };
        if (!far5) {
            PR_SHARED_INDEPENDENT(109*pr::size_min(-64*istrip_k1 + n_n0, 64), i0, 0, pr::size_min(-64*istrip_k1 + n_n0, 64), 1) { point7(i0, false); } PR_JOINED
        } else {
            for (int64_t i0 = 0; i0 < pr::size_min(-64*istrip_k1 + n_n0, 64); ++i0) point7(i0, true);
        }
        // arclength.py:34
        for (int64_t i_k2 = 64*istrip_k1 + 1; i_k2 < 64*istrip_k1 + pr::size_min(-64*istrip_k1 + n_n0, 64) + 1; ++i_k2) {
            // arclength.py:26
            float d2_5 = d1_1;
            // arclength.py:27
            d2_5 = 2.0f * d2_5;
            // arclength.py:27
            d2_5 = 2.0f * d2_5;
            // arclength.py:27
            d2_5 = 2.0f * d2_5;
            // arclength.py:27
            d2_5 = 2.0f * d2_5;
            // arclength.py:27
            d2_5 = 2.0f * d2_5;
            // arclength.py:37
            const double t10 = w_13[i_k2 - 64*istrip_k1 - 1] - t1_3;
            s1_0 = s1_0 + pr::sqrt((h_2 * h_2) + (t10 * t10));
            // arclength.py:38
            t1_3 = w_13[i_k2 - 64*istrip_k1 - 1];
        }
    }
    *args.s1_0 = double(s1_0);
}

extern "C" int arclength_run(const arclength_args* args) {
    return pr::guarded([&] { compute(*args); });
}

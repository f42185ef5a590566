#include "arclength_run.h"
#include "precis.hpp"

// Names in the program:
//   s1_0  s1  binary64, result
//   d1_1  d1  binary32, workspace
//   h_2  h  binary64, workspace
//   t1_3  t1  binary64, workspace
//   x_4  x  binary32, workspace
//   d2_5  d2  binary32, workspace
//   t3_6  t3  binary32, workspace
//   t2_7  t2  binary64, workspace

static void compute(const arclength_args& args) {
    [[maybe_unused]] const int64_t n_n0 = args.n_n0;
    double s1_0 = 0;
    // arclength.py:21
    float d1_1 = 1.0f;
    // arclength.py:33
    double h_2 = 3.141592653589793 / double(n_n0);
    // arclength.py:34
    s1_0 = 0.0;
    // arclength.py:34
    double t1_3 = 0.0;
    // arclength.py:34
    for (int64_t i_k1 = 1; i_k1 < n_n0 + 1; ++i_k1) {
        // arclength.py:35
        float x_4 = float(double(i_k1) * h_2);
        // arclength.py:26
        float d2_5 = d1_1;
        // arclength.py:26
        float t3_6 = x_4;
        // arclength.py:26
        for (int64_t k_k2 = 0; k_k2 < 5; ++k_k2) {
            // arclength.py:27
            d2_5 = 2.0f * d2_5;
            // arclength.py:28
            t3_6 = t3_6 + (pr::sin(d2_5 * x_4) / d2_5);
        }
        // arclength.py:36
        double t2_7 = double(t3_6);
        // arclength.py:37
        const double t0 = t2_7 - t1_3;
        s1_0 = s1_0 + pr::sqrt((h_2 * h_2) + (t0 * t0));
        // arclength.py:38
        t1_3 = t2_7;
    }
    *args.s1_0 = double(s1_0);
}

extern "C" int arclength_run(const arclength_args* args) {
    return pr::guarded([&] { compute(*args); });
}

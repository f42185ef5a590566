#include "conjugate_gradients_run.h"
#include "precis.hpp"

// Names in the program:
//   b_0  b  binary32, argument
//   tol_1  tol  binary32, argument
//   solution_2  solution  binary32, result
//   iterations_3  iterations  int64, result
//   bb_6  bb  binary32, workspace
//   image_7  image  binary32, workspace
//   residual_8  residual  binary32, workspace
//   direction_9  direction  binary32, workspace
//   rr_10  rr  binary32, workspace
//   alpha_14  alpha  binary32, workspace
//   rr_new_16  rr_new  binary32, workspace
//   beta_17  beta  binary32, workspace

static void compute(const conjugate_gradients_args& args) {
    [[maybe_unused]] const int64_t N_n0 = args.N_n0;
    [[maybe_unused]] const int64_t M_n1 = args.M_n1;
    [[maybe_unused]] const int64_t max_iterations_n2 = args.max_iterations_n2;
    [[maybe_unused]] const float* b_0 = reinterpret_cast<const float*>(args.b_0);
    [[maybe_unused]] const float tol_1 = args.tol_1;
    [[maybe_unused]] float* solution_2 = reinterpret_cast<float*>(args.solution_2);
    int64_t iterations_3 = 0;
    pr::Memory<float> image_7_memory(M_n1*N_n0);
    float* image_7 = image_7_memory.data;
    pr::Memory<float> residual_8_memory(M_n1*N_n0);
    float* residual_8 = residual_8_memory.data;
    pr::Memory<float> direction_9_memory(M_n1*N_n0);
    float* direction_9 = direction_9_memory.data;
    // conjugate_gradients.py:25, conjugate_gradients.py:26, conjugate_gradients.py:37
    pr::Sum<float, pr::LANES> s0;
    pr::Sum<float, pr::LANES> s1;
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        pr::lanes(M_n1, [&](const int64_t i1, const int lane) {
            const float t2 = b_0[i0 * M_n1 + i1];
            const float t3 = t2 * t2;
            residual_8[i0 * M_n1 + i1] = t2;
            direction_9[i0 * M_n1 + i1] = t2;
            s0.add(lane, t3);
            s1.add(lane, t3);
        });
    }
    float w_4 = s0.result();
    float w_5 = s1.result();
    // conjugate_gradients.py:26
    float bb_6 = w_5;
    // conjugate_gradients.py:37
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        PR_INDEPENDENT
        for (int64_t i1 = 0; i1 < M_n1; ++i1) {
            image_7[i0 * M_n1 + i1] = 0.0f;
        }
    }
    // conjugate_gradients.py:37
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        PR_INDEPENDENT
        for (int64_t i1 = 0; i1 < M_n1; ++i1) {
            solution_2[i0 * M_n1 + i1] = 0.0f;
        }
    }
    // conjugate_gradients.py:37
    float rr_10 = w_4;
    // conjugate_gradients.py:37
    iterations_3 = 0l;
    // conjugate_gradients.py:37
    bool w_12 = 0;
    for (;;) {
        // conjugate_gradients.py:37
        bool w_11 = (rr_10 > ((tol_1 * tol_1) * bb_6)) & (iterations_3 < max_iterations_n2);
        // conjugate_gradients.py:37
        w_12 = w_11;
        if (!w_12) break;
        // conjugate_gradients.py:19
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                image_7[i0 * M_n1 + i1] = 4.0f * direction_9[i0 * M_n1 + i1];
            }
        }
        // conjugate_gradients.py:19
        for (int64_t i0 = 0; i0 < N_n0 - 1; ++i0) {
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                if (i0 >= 0 && i0 < N_n0 - 2 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                image_7[(i0 + 1) * M_n1 + i1] = (4.0f * direction_9[(i0 + 1) * M_n1 + i1]) - direction_9[i0 * M_n1 + i1];
            }
        }
        // conjugate_gradients.py:19
        for (int64_t i0 = 0; i0 < N_n0 - 1; ++i0) {
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                image_7[i0 * M_n1 + i1] = image_7[i0 * M_n1 + i1] - direction_9[(i0 + 1) * M_n1 + i1];
            }
        }
        // conjugate_gradients.py:19
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            for (int64_t i1 = 0; i1 < M_n1 - 1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 0 && i1 < M_n1 - 2) {
                    i1 = M_n1 - 3;
                    continue;
                }
                image_7[i0 * M_n1 + i1 + 1] = image_7[i0 * M_n1 + i1 + 1] - direction_9[i0 * M_n1 + i1];
            }
        }
        // conjugate_gradients.py:19
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            for (int64_t i1 = 0; i1 < M_n1 - 1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                image_7[i0 * M_n1 + i1] = image_7[i0 * M_n1 + i1] - direction_9[i0 * M_n1 + i1 + 1];
            }
        }
        // conjugate_gradients.py:19
        for (int64_t i0 = 0; i0 < N_n0 - 2; ++i0) {
            PR_INDEPENDENT
            for (int64_t i1 = 0; i1 < M_n1 - 2; ++i1) {
                const float t4 = ((4.0f * direction_9[(i0 + 1) * M_n1 + i1 + 1]) - direction_9[i0 * M_n1 + i1 + 1]) - direction_9[(i0 + 2) * M_n1 + i1 + 1];
                image_7[(i0 + 1) * M_n1 + i1 + 1] = (t4 - direction_9[(i0 + 1) * M_n1 + i1]) - direction_9[(i0 + 1) * M_n1 + i1 + 2];
            }
        }
        // conjugate_gradients.py:30
        pr::Sum<double, pr::LANES> s5;
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            pr::lanes(M_n1, [&](const int64_t i1, const int lane) {
                s5.add(lane, double(direction_9[i0 * M_n1 + i1] * image_7[i0 * M_n1 + i1]));
            });
        }
        double w_13 = s5.result();
        // conjugate_gradients.py:30
        float alpha_14 = rr_10 / float(w_13);
        // conjugate_gradients.py:31, conjugate_gradients.py:32, conjugate_gradients.py:33
        pr::Sum<double, pr::LANES> s6;
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            pr::lanes(M_n1, [&](const int64_t i1, const int lane) {
                const float t7 = solution_2[i0 * M_n1 + i1];
                solution_2[i0 * M_n1 + i1] = t7 + (alpha_14 * direction_9[i0 * M_n1 + i1]);
                const float t8 = residual_8[i0 * M_n1 + i1];
                const float t9 = t8 - (alpha_14 * image_7[i0 * M_n1 + i1]);
                residual_8[i0 * M_n1 + i1] = t9;
                s6.add(lane, double(t9 * t9));
            });
        }
        double w_15 = s6.result();
        // conjugate_gradients.py:33
        float rr_new_16 = float(w_15);
        // conjugate_gradients.py:34
        float beta_17 = rr_new_16 / rr_10;
        // conjugate_gradients.py:35
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            PR_INDEPENDENT
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                direction_9[i0 * M_n1 + i1] = residual_8[i0 * M_n1 + i1] + (beta_17 * direction_9[i0 * M_n1 + i1]);
            }
        }
        // conjugate_gradients.py:36
        rr_10 = rr_new_16;
        // conjugate_gradients.py:37
        iterations_3 = iterations_3 + 1l;
    }
    *args.iterations_3 = int64_t(iterations_3);
}

extern "C" int conjugate_gradients_run(const conjugate_gradients_args* args) {
    return pr::guarded([&] { compute(*args); });
}

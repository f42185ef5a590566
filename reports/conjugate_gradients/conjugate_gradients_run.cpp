#include "conjugate_gradients_run.h"
#include "precis.hpp"

// Names in the program:
//   b_0  b  binary64, argument
//   tol_1  tol  binary64, argument
//   solution_2  solution  binary32, result
//   iterations_3  iterations  int64, result
//   bb_6  bb  binary64, workspace
//   image_7  image  binary32, workspace
//   residual_8  residual  binary32, workspace
//   direction_9  direction  binary32, workspace
//   rr_10  rr  binary32, workspace
//   alpha_14  alpha  binary32, workspace
//   rr_new_16  rr_new  binary32, workspace
//   beta_17  beta  binary32, workspace

PR_CALLED static void part0([[maybe_unused]] const conjugate_gradients_args& args, const int64_t N_n0, const int64_t M_n1, const double* b_0, float* residual_8, float* direction_9, float& w_4, double& w_5) {
    // conjugate_gradients.py:25, conjugate_gradients.py:26, conjugate_gradients.py:28
    pr::Sum<float, pr::LANES> s0;
    pr::Sum<double, pr::LANES> s1;
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        pr::lanes(M_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
            const double t2 = b_0[i0 * M_n1 + i1];
            const float t3 = float(t2);
            residual_8[i0 * M_n1 + i1] = t3;
            direction_9[i0 * M_n1 + i1] = t3;
            s0.add(lane, t3 * t3);
            s1.add(lane, t2 * t2);
        }, [&](const int64_t i1) PR_BODY { pr::soon(&residual_8[i0 * M_n1 + i1]); pr::soon(&direction_9[i0 * M_n1 + i1]); });
    }
    w_4 = s0.result();
    w_5 = s1.result();
}

PR_CALLED static void part1([[maybe_unused]] const conjugate_gradients_args& args, const int64_t M_n1, const int64_t N_n0, float* image_7) {
    // conjugate_gradients.py:28
    const float t0 = float(0.0);
    PR_PARALLEL_INDEPENDENT(M_n1*N_n0)
    for (int64_t i0 = 0; i0 < M_n1*N_n0; ++i0) {
        image_7[i0] = t0;
    }
}

PR_CALLED static void part2([[maybe_unused]] const conjugate_gradients_args& args, const int64_t M_n1, const int64_t N_n0, float* solution_2) {
    // conjugate_gradients.py:28
    PR_PARALLEL_INDEPENDENT(M_n1*N_n0)
    for (int64_t i0 = 0; i0 < M_n1*N_n0; ++i0) {
        solution_2[i0] = 0.0f;
    }
}

PR_CALLED static void part3([[maybe_unused]] const conjugate_gradients_args& args, const int64_t max_iterations_n2, const int64_t N_n0, const int64_t M_n1, float& rr_10, const double tol_1, const double bb_6, int64_t& iterations_3, bool& w_12, float* direction_9, float* image_7, float* solution_2, float* residual_8) {
    // conjugate_gradients.py:28
    for (;;) {
        // conjugate_gradients.py:28
        const bool t0 = double(rr_10) > ((tol_1 * tol_1) * bb_6);
        const bool t1 = iterations_3 < max_iterations_n2;
        bool w_11 = t0 & t1;
        // conjugate_gradients.py:28
        w_12 = w_11;
        if (!w_12) break;
        // conjugate_gradients.py:19
        PR_PARALLEL(M_n1*N_n0)
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                image_7[i0 * M_n1 + i1] = 4.0f * direction_9[i0 * M_n1 + i1];
                if (i0 >= 1) {
                    image_7[i0 * M_n1 + i1] = (4.0f * direction_9[i0 * M_n1 + i1]) - direction_9[(i0 - 1) * M_n1 + i1];
                }
                if (i0 < N_n0 - 1) {
                    const float t2 = image_7[i0 * M_n1 + i1];
                    image_7[i0 * M_n1 + i1] = t2 - direction_9[(i0 + 1) * M_n1 + i1];
                }
                if (i1 >= 1) {
                    const float t3 = image_7[i0 * M_n1 + i1];
                    image_7[i0 * M_n1 + i1] = t3 - direction_9[i0 * M_n1 + i1 - 1];
                }
                if (i1 < M_n1 - 1) {
                    const float t4 = image_7[i0 * M_n1 + i1];
                    image_7[i0 * M_n1 + i1] = t4 - direction_9[i0 * M_n1 + i1 + 1];
                }
            }
        }
        // conjugate_gradients.py:19
        PR_PARALLEL(M_n1*N_n0 - 2*M_n1 - 2*N_n0 + 4)
        for (int64_t i0 = 0; i0 < N_n0 - 2; ++i0) {
            PR_INDEPENDENT
            for (int64_t i1 = 0; i1 < M_n1 - 2; ++i1) {
                const float t5 = ((4.0f * direction_9[(i0 + 1) * M_n1 + i1 + 1]) - direction_9[i0 * M_n1 + i1 + 1]) - direction_9[(i0 + 2) * M_n1 + i1 + 1];
                image_7[(i0 + 1) * M_n1 + i1 + 1] = (t5 - direction_9[(i0 + 1) * M_n1 + i1]) - direction_9[(i0 + 1) * M_n1 + i1 + 2];
            }
        }
        // conjugate_gradients.py:30
        pr::Sum<float, pr::LANES> s6;
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            pr::lanes(M_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
                s6.add(lane, direction_9[i0 * M_n1 + i1] * image_7[i0 * M_n1 + i1]);
            });
        }
        float w_13 = s6.result();
        // conjugate_gradients.py:30
        float alpha_14 = rr_10 / w_13;
        // conjugate_gradients.py:31, conjugate_gradients.py:32, conjugate_gradients.py:33
        pr::Sum<float, pr::LANES> s7;
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            pr::lanes(M_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
                const float t8 = solution_2[i0 * M_n1 + i1];
                solution_2[i0 * M_n1 + i1] = t8 + (alpha_14 * direction_9[i0 * M_n1 + i1]);
                const float t9 = residual_8[i0 * M_n1 + i1];
                const float t10 = t9 - (alpha_14 * image_7[i0 * M_n1 + i1]);
                residual_8[i0 * M_n1 + i1] = t10;
                s7.add(lane, t10 * t10);
            });
        }
        float w_15 = s7.result();
        // conjugate_gradients.py:33
        float rr_new_16 = w_15;
        // conjugate_gradients.py:34
        float beta_17 = rr_new_16 / rr_10;
        // conjugate_gradients.py:36
        rr_10 = rr_new_16;
        // conjugate_gradients.py:37
        iterations_3 = iterations_3 + 1l;
        // conjugate_gradients.py:35
        PR_PARALLEL_INDEPENDENT(M_n1*N_n0)
        for (int64_t i0 = 0; i0 < M_n1*N_n0; ++i0) {
            direction_9[i0] = residual_8[i0] + (beta_17 * direction_9[i0]);
        }
    }
}

static void compute(const conjugate_gradients_args& args) {
    [[maybe_unused]] const int64_t N_n0 = args.N_n0;
    [[maybe_unused]] const int64_t M_n1 = args.M_n1;
    [[maybe_unused]] const int64_t max_iterations_n2 = args.max_iterations_n2;
    [[maybe_unused]] const double* b_0 = reinterpret_cast<const double*>(args.b_0);
    [[maybe_unused]] const double tol_1 = args.tol_1;
    [[maybe_unused]] float* solution_2 = reinterpret_cast<float*>(args.solution_2);
    int64_t iterations_3 = 0;
    pr::Memory<float> image_7_memory(M_n1*N_n0);
    float* image_7 = image_7_memory.data;
    pr::Memory<float> residual_8_memory(M_n1*N_n0);
    float* residual_8 = residual_8_memory.data;
    pr::Memory<float> direction_9_memory(M_n1*N_n0);
    float* direction_9 = direction_9_memory.data;
    // conjugate_gradients.py:25, conjugate_gradients.py:26, conjugate_gradients.py:28
    float w_4 = 0;
    double w_5 = 0;
    part0(args, N_n0, M_n1, b_0, residual_8, direction_9, w_4, w_5);
    // conjugate_gradients.py:26
    double bb_6 = w_5;
    // conjugate_gradients.py:28
    float rr_10 = w_4;
    // conjugate_gradients.py:28
    iterations_3 = 0l;
    // conjugate_gradients.py:28
    part1(args, M_n1, N_n0, image_7);
    // conjugate_gradients.py:28
    part2(args, M_n1, N_n0, solution_2);
    // conjugate_gradients.py:28
    bool w_12 = 0;
    part3(args, max_iterations_n2, N_n0, M_n1, rr_10, tol_1, bb_6, iterations_3, w_12, direction_9, image_7, solution_2, residual_8);
    *args.iterations_3 = int64_t(iterations_3);
}

extern "C" int conjugate_gradients_run(const conjugate_gradients_args* args) {
    return pr::guarded([&] { compute(*args); });
}

#include "conjugate_gradients_run.h"
#include "precis.hpp"

// Names in the program:
//   b_0  b  binary32, argument
//   tol_1  tol  binary32, argument
//   solution_2  solution  binary32, result
//   iterations_3  iterations  int64, result
//   bb_6  bb  binary32, workspace
//   residual_7  residual  binary32, workspace
//   direction_8  direction  binary32, workspace
//   rr_9  rr  binary32, workspace
//   image_12  image  binary32, workspace
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
    pr::Memory<float> residual_7_memory(M_n1*N_n0);
    float* residual_7 = residual_7_memory.data;
    pr::Memory<float> direction_8_memory(M_n1*N_n0);
    float* direction_8 = direction_8_memory.data;
    pr::Memory<float> image_12_memory(M_n1*N_n0);
    float* image_12 = image_12_memory.data;
    // conjugate_gradients.py:25, conjugate_gradients.py:26, conjugate_gradients.py:28
    pr::Sum<float, pr::LANES> s0;
    pr::Sum<float, pr::LANES> s1;
    for (int64_t i0 = 0; i0 < N_n0; ++i0) {
        pr::lanes(M_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
            const float t2 = b_0[i0 * M_n1 + i1];
            const float t3 = t2 * t2;
            residual_7[i0 * M_n1 + i1] = t2;
            direction_8[i0 * M_n1 + i1] = t2;
            s0.add(lane, t3);
            s1.add(lane, t3);
        }, [&](const int64_t i1) PR_BODY { pr::soon(&residual_7[i0 * M_n1 + i1]); pr::soon(&direction_8[i0 * M_n1 + i1]); });
    }
    float w_4 = s0.result();
    float w_5 = s1.result();
    // conjugate_gradients.py:26
    float bb_6 = w_5;
    // conjugate_gradients.py:28
    float rr_9 = w_4;
    // conjugate_gradients.py:28
    iterations_3 = 0l;
    // conjugate_gradients.py:28
    PR_SHARED_INDEPENDENT(3*M_n1*N_n0, i0, 0, M_n1*N_n0, 1) {
        solution_2[i0] = 0.0f;
    } PR_JOINED
    // conjugate_gradients.py:28
    bool w_11 = 0;
    for (;;) {
        // conjugate_gradients.py:28
        const bool t4 = rr_9 > ((tol_1 * tol_1) * bb_6);
        const bool t5 = iterations_3 < max_iterations_n2;
        bool w_10 = t4 & t5;
        // conjugate_gradients.py:28
        w_11 = w_10;
        if (!w_11) break;
        // conjugate_gradients.py:19
        PR_SHARED(48*M_n1*N_n0, i0, 0, N_n0, 1) {
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                image_12[i0 * M_n1 + i1] = 4.0f * direction_8[i0 * M_n1 + i1];
                if (i0 >= 1) {
                    image_12[i0 * M_n1 + i1] = (4.0f * direction_8[i0 * M_n1 + i1]) - direction_8[(i0 - 1) * M_n1 + i1];
                }
                if (i0 < N_n0 - 1) {
                    const float t6 = image_12[i0 * M_n1 + i1];
                    image_12[i0 * M_n1 + i1] = t6 - direction_8[(i0 + 1) * M_n1 + i1];
                }
                if (i1 >= 1) {
                    const float t7 = image_12[i0 * M_n1 + i1];
                    image_12[i0 * M_n1 + i1] = t7 - direction_8[i0 * M_n1 + i1 - 1];
                }
                if (i1 < M_n1 - 1) {
                    const float t8 = image_12[i0 * M_n1 + i1];
                    image_12[i0 * M_n1 + i1] = t8 - direction_8[i0 * M_n1 + i1 + 1];
                }
            }
        } PR_JOINED
        // conjugate_gradients.py:19
        PR_SHARED(23*M_n1*N_n0 - 46*M_n1 - 46*N_n0 + 92, i0, 0, N_n0 - 2, 1) {
            PR_INDEPENDENT
            for (int64_t i1 = 0; i1 < M_n1 - 2; ++i1) {
                const float t9 = ((4.0f * direction_8[(i0 + 1) * M_n1 + i1 + 1]) - direction_8[i0 * M_n1 + i1 + 1]) - direction_8[(i0 + 2) * M_n1 + i1 + 1];
                image_12[(i0 + 1) * M_n1 + i1 + 1] = (t9 - direction_8[(i0 + 1) * M_n1 + i1]) - direction_8[(i0 + 1) * M_n1 + i1 + 2];
            }
        } PR_JOINED
        // conjugate_gradients.py:30
        pr::Sum<float, pr::LANES> s10;
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            pr::lanes(M_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
                s10.add(lane, direction_8[i0 * M_n1 + i1] * image_12[i0 * M_n1 + i1]);
            });
        }
        float w_13 = s10.result();
        // conjugate_gradients.py:30
        float alpha_14 = rr_9 / w_13;
        // conjugate_gradients.py:31, conjugate_gradients.py:32, conjugate_gradients.py:33
        pr::Sum<float, pr::LANES> s11;
        for (int64_t i0 = 0; i0 < N_n0; ++i0) {
            pr::lanes(M_n1, [&](const int64_t i1, const int64_t lane) PR_BODY {
                const float t12 = solution_2[i0 * M_n1 + i1];
                solution_2[i0 * M_n1 + i1] = t12 + (alpha_14 * direction_8[i0 * M_n1 + i1]);
                const float t13 = residual_7[i0 * M_n1 + i1];
                const float t14 = t13 - (alpha_14 * image_12[i0 * M_n1 + i1]);
                residual_7[i0 * M_n1 + i1] = t14;
                s11.add(lane, t14 * t14);
            });
        }
        float w_15 = s11.result();
        // conjugate_gradients.py:33
        float rr_new_16 = w_15;
        // conjugate_gradients.py:34
        float beta_17 = rr_new_16 / rr_9;
        // conjugate_gradients.py:36
        rr_9 = rr_new_16;
        // conjugate_gradients.py:37
        iterations_3 = iterations_3 + 1l;
        // conjugate_gradients.py:35
        PR_SHARED_INDEPENDENT(11*M_n1*N_n0, i0, 0, M_n1*N_n0, 1) {
            direction_8[i0] = residual_7[i0] + (beta_17 * direction_8[i0]);
        } PR_JOINED
    }
    *args.iterations_3 = int64_t(iterations_3);
}

extern "C" int conjugate_gradients_run(const conjugate_gradients_args* args) {
    return pr::guarded([&] { compute(*args); });
}

#include "heat_run.h"
#include "precis.hpp"

// Names in the program:
//   u_0  u  binary32, inout
//   nu_1  nu  binary32, argument
//   u_2  u  binary32, workspace

static void compute(const heat_args& args) {
    [[maybe_unused]] const int64_t N_n0 = args.N_n0;
    [[maybe_unused]] const int64_t M_n1 = args.M_n1;
    [[maybe_unused]] const int64_t T_n2 = args.T_n2;
    [[maybe_unused]] float* u_0 = reinterpret_cast<float*>(args.u_0);
    [[maybe_unused]] const float nu_1 = args.nu_1;
    pr::Memory<float> u_2_memory(M_n1*N_n0);
    float* u_2 = u_2_memory.data;
    // heat.py:17
    for (int64_t t_k3 = 0; t_k3 < T_n2; ++t_k3) {
        // heat.py:18
        PR_SHARED(6*M_n1*N_n0, i0, 0, N_n0, 1) {
            for (int64_t i1 = 0; i1 < M_n1; ++i1) {
                if (i0 >= 1 && i0 < N_n0 - 1 && i1 >= 1 && i1 < M_n1 - 1) {
                    i1 = M_n1 - 2;
                    continue;
                }
                u_2[i0 * M_n1 + i1] = u_0[i0 * M_n1 + i1];
            }
        } PR_JOINED
        // heat.py:18
        PR_SHARED(25*M_n1*N_n0 - 50*M_n1 - 50*N_n0 + 100, i0, 0, N_n0 - 2, 1) {
            PR_INDEPENDENT
            for (int64_t i1 = 0; i1 < M_n1 - 2; ++i1) {
                const float t0 = u_0[(i0 + 1) * M_n1 + i1 + 1];
                const float t1 = (u_0[(i0 + 2) * M_n1 + i1 + 1] + u_0[i0 * M_n1 + i1 + 1]) + u_0[(i0 + 1) * M_n1 + i1 + 2];
                u_2[(i0 + 1) * M_n1 + i1 + 1] = t0 + (nu_1 * ((t1 + u_0[(i0 + 1) * M_n1 + i1]) - (4.0f * t0)));
            }
        } PR_JOINED
        std::swap(u_0, u_2);
    }
    pr::settle(u_0, reinterpret_cast<float*>(args.u_0), M_n1*N_n0);
}

extern "C" int heat_run(const heat_args* args) {
    return pr::guarded([&] { compute(*args); });
}

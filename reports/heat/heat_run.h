#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct heat_args {
    float* u_0;  // inout u[N, M]: binary32
    float nu_1;  // argument nu: binary32
    int64_t N_n0;  // size N
    int64_t M_n1;  // size M
    int64_t T_n2;  // size T
} heat_args;

// 0, or 1 when memory ran out. Arrays are contiguous, row-major, and must not overlap.
int heat_run(const heat_args* args);

#ifdef __cplusplus
}
#endif

#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct conjugate_gradients_args {
    const float* b_0;  // argument b[N, M]: binary32
    float tol_1;  // argument tol: binary32
    float* solution_2;  // result solution[N, M]: binary32
    int64_t* iterations_3;  // result iterations: int64
    int64_t N_n0;  // size N
    int64_t M_n1;  // size M
    int64_t max_iterations_n2;  // size max_iterations
} conjugate_gradients_args;

// 0, or 1 when memory ran out. Arrays are contiguous, row-major, and must not overlap.
int conjugate_gradients_run(const conjugate_gradients_args* args);

#ifdef __cplusplus
}
#endif

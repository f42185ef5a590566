#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct arclength_args {
    double* s1_0;  // result s1: binary64
    int64_t n_n0;  // size n
} arclength_args;

// 0, or 1 when memory ran out. Arrays are contiguous, row-major, and must not overlap.
int arclength_run(const arclength_args* args);

#ifdef __cplusplus
}
#endif

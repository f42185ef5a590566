#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct column_args {
    const float* T_0;  // argument T[N, levels]: binary32
    const float* q_1;  // argument q[N, levels]: binary32
    const float* p_2;  // argument p[N, levels]: binary32
    const double* dp_3;  // argument dp[N, levels]: binary64
    const double* source_4;  // argument source[N, M]: binary64
    float* rain_5;  // result rain[N]: binary32
    float* snow_6;  // result snow[N]: binary32
    double* precipitable_water_7;  // result precipitable_water[N]: binary64
    float* heating_8;  // result heating[N, levels]: binary32
    int64_t N_n0;  // size N
    int64_t levels_n1;  // size levels
    int64_t M_n2;  // size M
} column_args;

// 0, or 1 when memory ran out. Arrays are contiguous, row-major, and must not overlap.
int column_run(const column_args* args);

#ifdef __cplusplus
}
#endif

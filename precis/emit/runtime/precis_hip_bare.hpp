// What hip/hip_runtime.h gives to kernels, for compiling them with clang alone (-nogpuinc -nogpulib), where ROCm is not installed.
// Elementary functions are those of the ROCm device library, by the names under which its bitcode has them.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(n) __attribute__((amdgpu_flat_work_group_size(1, n)))
#define memcpy __builtin_memcpy

#define PR_BARE_INDEX(name, X, Y, Z)                                           \
    struct Bare_##name {                                                       \
        __declspec(property(get = get_x)) unsigned x;                          \
        __declspec(property(get = get_y)) unsigned y;                          \
        __declspec(property(get = get_z)) unsigned z;                          \
        __device__ unsigned get_x() const { return unsigned(X); }              \
        __device__ unsigned get_y() const { return unsigned(Y); }              \
        __device__ unsigned get_z() const { return unsigned(Z); }              \
    };                                                                         \
    extern const __device__ Bare_##name name;
PR_BARE_INDEX(threadIdx, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z())
PR_BARE_INDEX(blockIdx, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z())
PR_BARE_INDEX(blockDim, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(), __builtin_amdgcn_workgroup_size_z())
PR_BARE_INDEX(gridDim, __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x(),
              __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y(),
              __builtin_amdgcn_grid_size_z() / __builtin_amdgcn_workgroup_size_z())

__device__ inline void __syncthreads() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
__device__ inline void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
__device__ inline unsigned atomicAdd(unsigned* p, unsigned v) {
    return __hip_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

#define PR_OCML_1(name)                                                                   \
    extern "C" __device__ double __ocml_##name##_f64(double);                             \
    extern "C" __device__ float __ocml_##name##_f32(float);                               \
    __device__ inline double name(double x) { return __ocml_##name##_f64(x); }            \
    __device__ inline float name##f(float x) { return __ocml_##name##_f32(x); }
#define PR_OCML_2(name)                                                                   \
    extern "C" __device__ double __ocml_##name##_f64(double, double);                     \
    extern "C" __device__ float __ocml_##name##_f32(float, float);                        \
    __device__ inline double name(double x, double y) { return __ocml_##name##_f64(x, y); } \
    __device__ inline float name##f(float x, float y) { return __ocml_##name##_f32(x, y); }
PR_OCML_1(exp) PR_OCML_1(exp2) PR_OCML_1(expm1) PR_OCML_1(log) PR_OCML_1(log2) PR_OCML_1(log10) PR_OCML_1(log1p)
PR_OCML_1(sin) PR_OCML_1(cos) PR_OCML_1(tan) PR_OCML_1(asin) PR_OCML_1(acos) PR_OCML_1(atan) PR_OCML_1(sinh) PR_OCML_1(cosh)
PR_OCML_1(tanh) PR_OCML_1(asinh) PR_OCML_1(acosh) PR_OCML_1(atanh) PR_OCML_1(erf) PR_OCML_1(cbrt)
PR_OCML_1(erfc) PR_OCML_1(tgamma) PR_OCML_1(lgamma)
PR_OCML_2(fmod) PR_OCML_2(remainder) PR_OCML_2(atan2) PR_OCML_2(hypot) PR_OCML_2(pow)

#define PR_NATIVE_1(name)                                                                 \
    __device__ inline double name(double x) { return __builtin_##name(x); }               \
    __device__ inline float name##f(float x) { return __builtin_##name##f(x); }
PR_NATIVE_1(sqrt) PR_NATIVE_1(floor) PR_NATIVE_1(ceil) PR_NATIVE_1(trunc) PR_NATIVE_1(rint) PR_NATIVE_1(fabs)
__device__ inline double copysign(double x, double y) { return __builtin_copysign(x, y); }
__device__ inline float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
__device__ inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__device__ inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

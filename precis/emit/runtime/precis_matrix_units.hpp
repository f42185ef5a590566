// The matrix units of GPUs: for each multiplicand format how elements are rounded and packed into registers, and the instruction.
//
// NVIDIA: mma.sync of compute capability 8.0, 8-bit formats from 8.9 on. AMD: v_mfma of CDNA 2 and later; xf32 of CDNA 3 only. A format
// without an instruction of its own is multiplied in a wider one that holds its values and their products, or by every lane apart.
#pragma once

#include "precis_matrix_kernel.hpp"

namespace pr {

template <class T> __device__ inline uint16_t bfloat16_code(T x) { return bfloat16(to_bfloat16(x)).code; }
template <class T> __device__ inline uint16_t binary16_code(T x) { return binary16(to_binary16(x)).code; }
#if defined(PR_CUDA)
__device__ inline uint16_t binary16_code(float x) { return __half_as_ushort(__float2half_rn(x)); }
#else
__device__ inline uint16_t binary16_code(float x) { return bits_as<uint16_t>(_Float16(x)); }
#endif

// No instruction for NAME: every lane multiplies and adds by itself.
#define PR_APART(NAME, NUMBER, VALUE)                                                                              \
    struct Multiply_##NAME : Fragments_apart {                                                                     \
        using Number = NUMBER; using Register = NUMBER; using Accumulator = NUMBER;                                \
        template <class T> static __device__ Number from(T x) { return VALUE; }                                    \
        static __device__ Register pack(const Number (&x)[1]) { return x[0]; }                                     \
        static __device__ void multiply(NUMBER (&c)[1], const NUMBER (&a)[1], const NUMBER (&b)[1]) { c[0] += a[0] * b[0]; } \
    };

#if defined(PR_CUDA)

template <class Code> __device__ inline unsigned packed(const Code (&x)[4 / sizeof(Code)]) {
    unsigned word = 0;
    for (unsigned k = 0; k < 4 / sizeof(Code); ++k) word |= unsigned(x[k]) << (8 * sizeof(Code) * k);
    return word;
}

#define PR_MMA(SHAPE, TYPES)                                                                                                 \
    static __device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {                         \
        asm volatile("mma.sync.aligned." SHAPE ".row.col." TYPES " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"    \
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                        \
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                                    \
    }

struct Multiply_binary16 : Fragments_m16n8<2> {
    using Number = uint16_t; using Register = unsigned; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return binary16_code(x); }
    static __device__ Register pack(const Number (&x)[2]) { return packed(x); }
    PR_MMA("m16n8k16", "f32.f16.f16.f32")
};

struct Multiply_bfloat16 : Fragments_m16n8<2> {
    using Number = uint16_t; using Register = unsigned; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return bfloat16_code(x); }
    static __device__ Register pack(const Number (&x)[2]) { return packed(x); }
    PR_MMA("m16n8k16", "f32.bf16.bf16.f32")
};

struct Multiply_tf32 : Fragments_m16n8<1> {
    using Number = unsigned; using Register = unsigned; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return bits_as<unsigned>(to_tf32(x)); }
    static __device__ Register pack(const Number (&x)[1]) { return x[0]; }
    PR_MMA("m16n8k8", "f32.tf32.tf32.f32")
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
struct Multiply_e4m3 : Fragments_m16n8<4> {
    using Number = uint8_t; using Register = unsigned; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return e4m3(to_e4m3(x)).code; }
    static __device__ Register pack(const Number (&x)[4]) { return packed(x); }
    PR_MMA("m16n8k32", "f32.e4m3.e4m3.f32")
};

struct Multiply_e5m2 : Fragments_m16n8<4> {
    using Number = uint8_t; using Register = unsigned; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return e5m2(to_e5m2(x)).code; }
    static __device__ Register pack(const Number (&x)[4]) { return packed(x); }
    PR_MMA("m16n8k32", "f32.e5m2.e5m2.f32")
};
#define PR_EIGHT_BITS 1
#endif

PR_APART(binary32, float, float(x))

struct Multiply_binary64 : Fragments_m8n8k4 {
    using Number = double; using Register = double; using Accumulator = double;
    template <class T> static __device__ Number from(T x) { return double(x); }
    static __device__ Register pack(const Number (&x)[1]) { return x[0]; }
    static __device__ void multiply(double (&c)[2], const double (&a)[1], const double (&b)[1]) {
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]));
    }
};

#elif defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__)

using half4 = _Float16 __attribute__((ext_vector_type(4)));
using short4_ = short __attribute__((ext_vector_type(4)));
using float2_ = float __attribute__((ext_vector_type(2)));
using float4_ = float __attribute__((ext_vector_type(4)));
using double4_ = double __attribute__((ext_vector_type(4)));

#define PR_MFMA(VECTOR, INSTRUCTION)                                                                                \
    static __device__ void multiply(Accumulator (&c)[4], const Register (&a)[1], const Register (&b)[1]) {          \
        const VECTOR d = INSTRUCTION(a[0], b[0], VECTOR{c[0], c[1], c[2], c[3]}, 0, 0, 0);                          \
        for (int r = 0; r < 4; ++r) c[r] = d[r];                                                                    \
    }

struct Multiply_bfloat16 : Fragments_16x16<4, 4> {
    using Number = short; using Register = short4_; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return short(bfloat16_code(x)); }
    static __device__ Register pack(const Number (&x)[4]) { return Register{x[0], x[1], x[2], x[3]}; }
    PR_MFMA(float4_, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k)
};

struct Multiply_binary32 : Fragments_16x16<1, 4> {
    using Number = float; using Register = float; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return float(x); }
    static __device__ Register pack(const Number (&x)[1]) { return x[0]; }
    PR_MFMA(float4_, __builtin_amdgcn_mfma_f32_16x16x4f32)
};

#if defined(__gfx90a__)  // whose 16-bit units take subnormal numbers for 0: in binary16 they matter
struct Multiply_binary16 : Multiply_binary32 {
    template <class T> static __device__ Number from(T x) { return to_binary16(x); }
};
#else
struct Multiply_binary16 : Fragments_16x16<4, 4> {
    using Number = _Float16; using Register = half4; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return bits_as<_Float16>(binary16_code(x)); }
    static __device__ Register pack(const Number (&x)[4]) { return Register{x[0], x[1], x[2], x[3]}; }
    PR_MFMA(float4_, __builtin_amdgcn_mfma_f32_16x16x16f16)
};
#endif

#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
struct Multiply_tf32 : Fragments_16x16<2, 4> {
    using Number = float; using Register = float2_; using Accumulator = float;
    template <class T> static __device__ Number from(T x) { return to_tf32(x); }
    static __device__ Register pack(const Number (&x)[2]) { return Register{x[0], x[1]}; }
    PR_MFMA(float4_, __builtin_amdgcn_mfma_f32_16x16x8_xf32)
};
#else
struct Multiply_tf32 : Multiply_binary32 {
    template <class T> static __device__ Number from(T x) { return to_tf32(x); }
};
#endif

struct Multiply_binary64 : Fragments_16x16<1, 1> {
    using Number = double; using Register = double; using Accumulator = double;
    template <class T> static __device__ Number from(T x) { return double(x); }
    static __device__ Register pack(const Number (&x)[1]) { return x[0]; }
    PR_MFMA(double4_, __builtin_amdgcn_mfma_f64_16x16x4f64)
};

#else

PR_APART(binary16, float, to_binary16(x))
PR_APART(bfloat16, float, to_bfloat16(x))
PR_APART(tf32, float, to_tf32(x))
PR_APART(binary32, float, float(x))
PR_APART(binary64, double, double(x))

#endif

#if !defined(PR_EIGHT_BITS)  // bfloat16 holds all values of both
struct Multiply_e4m3 : Multiply_bfloat16 {
    template <class T> static __device__ Number from(T x) { return Multiply_bfloat16::from(to_e4m3(x)); }
};
struct Multiply_e5m2 : Multiply_bfloat16 {
    template <class T> static __device__ Number from(T x) { return Multiply_bfloat16::from(to_e5m2(x)); }
};
#endif

}  // namespace pr

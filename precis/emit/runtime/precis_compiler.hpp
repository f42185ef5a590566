// What compilers are told: attributes, pragmas, loops that threads may share; the types that are not everywhere.
#pragma once

#if defined(PR_DEVICE)  // for a GPU: precis_gpu.hpp has included what stands for the headers below
#define PR_BUILTIN(f) ::f
#else
#define PR_BUILTIN(f) __builtin_##f
// As few as possible: <cmath>, <algorithm>, <map> and <vector> take a compiler longer than most programs do.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#endif

#if defined(PR_DEVICE)
#define PR_INDEPENDENT
#define PR_INLINE __host__ __device__ __forceinline__
#elif defined(__clang__)
#define PR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define PR_INLINE inline __attribute__((always_inline))
#elif defined(__GNUC__)
#define PR_INDEPENDENT _Pragma("GCC ivdep")
#define PR_INLINE inline __attribute__((always_inline))
#else
#define PR_INDEPENDENT
#define PR_INLINE inline
#endif

#if defined(__GNUC__) && !defined(__clang__) && !defined(PR_DEVICE)
#define PR_ROLLED _Pragma("GCC unroll 1")  // a loop of few iterations: what compilers write out of it costs their time and saves none
#define PR_WRITTEN_OUT _Pragma("GCC unroll 8")  // a loop of few iterations around loops that data end: branches are predicted for each
#else
#define PR_ROLLED
#define PR_WRITTEN_OUT
#endif

#if defined(__GNUC__) && !defined(PR_DEVICE)
#define PR_GUESSED asm volatile("")  // in a branch: compilers make no selection of it
#define PR_SINGLE asm volatile("")   // in a loop: they make no vectors of it
#else
#define PR_GUESSED
#define PR_SINGLE
#endif

#if defined(__GNUC__)
#define PR_BODY __attribute__((always_inline))
#define PR_CALLED __attribute__((noinline))
#define PR_OF_UNITS __attribute__((noinline, visibility("hidden")))  // one for all translation units of a library, and for it alone
#define PR_OF_PROCESS __attribute__((visibility("default")))  // one for all libraries, also where it comes from what is compiled apart
#define PR_NEVER(condition) if (condition) __builtin_unreachable()  // what need not be computed again
#else
#define PR_BODY
#define PR_CALLED
#define PR_OF_UNITS
#define PR_OF_PROCESS
#define PR_NEVER(condition)
#endif

// A sum that a loop adds up in order: the loop is not made of vectors, whose lanes would be taken apart again.
#if defined(__GNUC__) && defined(__x86_64__) && !defined(PR_DEVICE)
#define PR_ONE_BY_ONE(sum) __asm__("" : "+x"(sum))
#elif defined(__GNUC__) && defined(__aarch64__) && !defined(PR_DEVICE)
#define PR_ONE_BY_ONE(sum) __asm__("" : "+w"(sum))
#else
#define PR_ONE_BY_ONE(sum)
#endif

// A loop whose vectors would be put together and taken apart byte by byte: compilers spend seconds on these.
#if defined(__GNUC__) && !defined(PR_DEVICE)
#define PR_BY_BYTES __asm__("")
#else
#define PR_BY_BYTES
#endif

// Loops whose iterations PR_THREADS threads may share (-fopenmp). The bodies end with PR_JOINED. `work` is about how long the whole loop takes,
// in tenths of a nanosecond.
#if defined(PR_THREADS)
#include "precis_threads.hpp"
#else
#define PR_SHARED(work, i, begin, end, step) for (int64_t i = begin; i < end; i += step)
#define PR_SHARED_INDEPENDENT(work, i, begin, end, step) PR_INDEPENDENT for (int64_t i = begin; i < end; i += step)
#define PR_JOINED
#endif

// What is written over behind the reads, in order: threads, which have none, write another array and exchange the two.
#if defined(PR_THREADS)
#define PR_BEHIND(old, anew) anew
#else
#define PR_BEHIND(old, anew) old
#endif

// The length of strips that are there for the caches alone: threads that share what is inside them take all in one.
#if defined(PR_THREADS)
#define PR_STRIP(length, extent) (extent)
#else
#define PR_STRIP(length, extent) (length)
#endif

#if defined(PR_QUAD)
extern "C" {
#include <quadmath.h>
}
#endif

namespace pr {

#if !defined(PR_DEVICE)
using wide = long double;
#endif
#if defined(PR_QUAD)
using quad = __float128;
#endif
struct Ended { int status; };  // lengths of arrays do not fit, or an array has no room: what is returned says which

}  // namespace pr

// Run-time support of emitted GPU code, for CUDA (nvcc, NVRTC), HIP (hipcc, clang) and, as plain C++, for a grid of one thread, in which
// the same kernels run without a GPU. PR_PLAYED names a header that plays the grid of a GPU on the CPU.
//
// Kernels walk their axes in grid strides, so that they are right for every grid. Reductions fold in a fixed order for a given grid:
// thread, block (halves), then the last block to finish folds the blocks in order.
#pragma once

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define PR_CUDA 1
#define PR_DEVICE 1
#elif defined(__HIP__)
#define PR_HIP 1
#define PR_DEVICE 1
#endif

#if defined(PR_CUDA)
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda_fp16.h>
using cuda::std::int16_t;
using cuda::std::int32_t;
using cuda::std::int64_t;
using cuda::std::int8_t;
using cuda::std::uint16_t;
using cuda::std::uint32_t;
using cuda::std::uint64_t;
using cuda::std::uint8_t;
namespace pr { namespace std = ::cuda::std; }
#if !defined(__CUDACC_RTC__)
#include <cuda_runtime.h>
#include <cstdlib>
#include <new>
#include <utility>
#define PR_HOST 1
#endif
#elif defined(PR_HIP)
#if __has_include(<hip/hip_runtime.h>)
#include <hip/hip_runtime.h>
#include <cstdlib>
#include <new>
#include <utility>
#define PR_HOST 1
#else
#include "precis_hip_bare.hpp"
#endif
#include <cstdint>
#include <limits>
#include <type_traits>
#endif

#include "precis.hpp"

#if defined(PR_DEVICE)
#define PR_KERNEL extern "C" __global__ void __launch_bounds__(256)
#else
#define PR_HOST 1
#define PR_KERNEL static void
#include <cstdlib>
#if defined(PR_PLAYED)
#include PR_PLAYED
#else
namespace pr {
struct Index { unsigned x, y; };
constexpr Index threadIdx{0, 0}, blockIdx{0, 0}, blockDim{1, 1}, gridDim{1, 1};
}
using pr::blockDim;
using pr::blockIdx;
using pr::gridDim;
using pr::threadIdx;
#endif
#endif

#if defined(PR_DEVICE) || defined(PR_PLAYED)
#define PR_BLOCKS 1  // of several threads
#endif

#if defined(PR_DEVICE)
#define PR_ON_DEVICE __device__ __forceinline__
#else
#define PR_ON_DEVICE inline
#endif

namespace pr {

// ---------------------------------------------------------------- axes of a kernel: the last one along x, all others along y

PR_ON_DEVICE int64_t first_column() { return int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }
PR_ON_DEVICE int64_t column_stride() { return int64_t(gridDim.x) * blockDim.x; }
PR_ON_DEVICE int64_t first_row() { return int64_t(blockIdx.y) * blockDim.y + threadIdx.y; }
PR_ON_DEVICE int64_t row_stride() { return int64_t(gridDim.y) * blockDim.y; }

// ---------------------------------------------------------------- reductions

constexpr int BLOCK = 256;

#if defined(PR_BLOCKS)
// What memory holds now, past caches that may have an older value.
template <class T> __device__ T current(const T* place) {
    using Word = std::conditional_t<sizeof(T) % 4 == 0, uint32_t, uint8_t>;
    Word words[sizeof(T) / sizeof(Word)];
    for (unsigned k = 0; k < sizeof(T) / sizeof(Word); ++k) words[k] = reinterpret_cast<const volatile Word*>(place)[k];
    T value;
    memcpy(&value, words, sizeof value);
    return value;
}
#endif

// One accumulator per thread; `fold` brings the block's total to thread 0.
template <class S, class T, class R = Unrounded> struct Partial {
    T value;
    PR_ON_DEVICE Partial() : value(S::template unit<T>()) {}
    PR_ON_DEVICE void add(T x) { value = R::apply(T(S::step(value, x))); }
    PR_ON_DEVICE void fold() {
#if defined(PR_BLOCKS)
        __shared__ T shared[BLOCK];
        shared[threadIdx.x] = value;
        __syncthreads();
        for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {  // blocks are powers of two
            if (threadIdx.x < half) {
                shared[threadIdx.x] = R::apply(T(S::step(shared[threadIdx.x], shared[threadIdx.x + half])));
            }
            __syncthreads();
        }
        value = shared[0];
        __syncthreads();
#endif
    }
    // Total over all blocks, valid in the last block to arrive: returns true there. `blocks` holds one value per block.
    PR_ON_DEVICE bool fold_grid(T* blocks, unsigned* arrived) {
        fold();
#if defined(PR_BLOCKS)
        __shared__ bool last;
        if (threadIdx.x == 0) {
            blocks[blockIdx.x] = value;
            __threadfence();
            last = atomicAdd(arrived, 1u) == gridDim.x - 1;
        }
        __syncthreads();
        if (!last) return false;
        __threadfence();
        value = S::template unit<T>();
        for (unsigned b = 0; b < gridDim.x; ++b) value = R::apply(T(S::step(value, current(blocks + b))));
        if (threadIdx.x == 0) *arrived = 0;
        __syncthreads();
#else
        (void)blocks, (void)arrived;
#endif
        return true;
    }
};
template <class T, class R = Unrounded> using PartialSum = Partial<Add, T, R>;
template <class T, class R = Unrounded> using PartialProduct = Partial<Multiply, T, R>;
template <class T, class R = Unrounded> using PartialMaximum = Partial<Greater, T, R>;
template <class T, class R = Unrounded> using PartialMinimum = Partial<Smaller, T, R>;
template <class T, class R = Unrounded> using PartialAny = Partial<Either, T, R>;
template <class T, class R = Unrounded> using PartialAll = Partial<Both, T, R>;

// The best value and the first position that has it. NaN is better than any number, as in NumPy.
template <class T> struct Found {
    T value;
    int64_t position;  // below 0: nothing yet
};
template <class Better> struct First {
    template <class F> static PR_INLINE F unit() { return F{0, -1}; }
    template <class F> static PR_INLINE F step(const F& a, const F& b) {
        if (a.position < 0 || b.position < 0) return a.position < 0 ? b : a;
        if (Better::better(b.value, a.value)) return b;
        return Better::better(a.value, b.value) || a.position < b.position ? a : b;
    }
};
template <class T> using PartialArgMaximum = Partial<First<IsGreater>, Found<T>>;
template <class T> using PartialArgMinimum = Partial<First<IsSmaller>, Found<T>>;

// ---------------------------------------------------------------- host side

#if defined(PR_HOST)
#if defined(PR_DEVICE)
#if defined(PR_CUDA)
#define PR_API(name) cuda##name
#else
#define PR_API(name) hip##name
#endif
struct DeviceFailed { int status; };
constexpr int FAILED = 1000;  // and the error number of CUDA or HIP: what is returned where something else than memory is missing

inline void checked(PR_API(Error_t) status) {
    if (status == PR_API(ErrorMemoryAllocation)) throw ::std::bad_alloc();
    if (status != PR_API(Success)) throw DeviceFailed{int(status)};
}

// Waits for the device: what a kernel did wrong is known only then. Errors read here do not turn up in the next call.
template <class F> int guarded(F run) {
    (void)PR_API(GetLastError)();
    int found = 0;
    try {
        run();
        checked(PR_API(StreamSynchronize)(nullptr));
    } catch (const ::std::bad_alloc&) {
        found = 1;
    } catch (const DeviceFailed& failed) {
        found = FAILED + failed.status;
    } catch (const Ended& ended) {
        found = ended.status;
    }
    (void)PR_API(GetLastError)();
    return found;
}
#endif

#if defined(PR_PLAYED)
constexpr unsigned BLOCKS = 3;
#else
constexpr unsigned BLOCKS = 264;  // of a reduction to one number: two per multiprocessor of a large GPU
#endif

template <class T> struct DeviceMemory {  // uninitialised, on the device
    T* data = nullptr;
    explicit DeviceMemory(int64_t count) {
        const size_t bytes = size_t(count > 0 ? count : 1) * sizeof(T);
#if defined(PR_DEVICE)
        checked(PR_API(Malloc)(reinterpret_cast<void**>(&data), bytes));
#else
        data = static_cast<T*>(::malloc(bytes));
        if (!data) throw std::bad_alloc();
        ::memset(static_cast<void*>(data), 0xFF, bytes);  // NaN: new memory of a device holds anything
#endif
    }
    DeviceMemory(int64_t count, int zero) : DeviceMemory(count) {
        const size_t bytes = size_t(count > 0 ? count : 1) * sizeof(T);
#if defined(PR_DEVICE)
        checked(PR_API(Memset)(data, zero, bytes));
#else
        ::memset(static_cast<void*>(data), zero, bytes);
#endif
    }
    ~DeviceMemory() {
#if defined(PR_DEVICE)
        (void)PR_API(Free)(data);
#else
        ::free(data);
#endif
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
};

template <class T> T fetch(const T* place) {  // one value from the device; waits for it
    T value;
#if defined(PR_DEVICE)
    checked(PR_API(Memcpy)(&value, place, sizeof value, PR_API(MemcpyDeviceToHost)));
#else
    ::memcpy(&value, place, sizeof value);
#endif
    return value;
}

template <class T> void put(T* place, T value) {  // one value to the device
#if defined(PR_DEVICE)
    checked(PR_API(Memcpy)(place, &value, sizeof value, PR_API(MemcpyHostToDevice)));
#else
    ::memcpy(static_cast<void*>(place), &value, sizeof value);
#endif
}

template <class T> void copy_on_device(T* to, const T* from, int64_t count) {
    if (to == from || count <= 0) return;
#if defined(PR_DEVICE)
    checked(PR_API(MemcpyAsync)(to, from, size_t(count) * sizeof(T), PR_API(MemcpyDeviceToDevice)));
#else
    ::memcpy(static_cast<void*>(to), static_cast<const void*>(from), size_t(count) * sizeof(T));
#endif
}

template <class T> void upload(T* to, const T* from, int64_t count) {
    if (count <= 0) return;
#if defined(PR_DEVICE)
    checked(PR_API(Memcpy)(to, from, size_t(count) * sizeof(T), PR_API(MemcpyHostToDevice)));
#else
    ::memcpy(static_cast<void*>(to), static_cast<const void*>(from), size_t(count) * sizeof(T));
#endif
}

constexpr int64_t GRID_ROWS = 65535;  // the most blocks of a grid along y and z

inline unsigned clamp_grid(int64_t wanted, int64_t most) {
    return unsigned(wanted < 1 ? 1 : wanted > most ? most : wanted);
}

// A block and a grid that cover rows x columns elements, a thread each, as far as the hardware's grid limits go. A kernel without rows
// walks its columns only, so that further rows of threads would do its work again.
struct Cover {
    unsigned block_x, block_y, grid_x, grid_y;
    Cover(int64_t rows, int64_t columns) {
        block_x = columns >= 128 ? 256 : columns >= 24 ? 64 : columns > 1 ? 8 : 1;
        block_y = rows > 1 ? BLOCK / block_x : 1;
        grid_x = clamp_grid((columns + block_x - 1) / block_x, 1 << 20);
        grid_y = clamp_grid((rows + block_y - 1) / block_y, GRID_ROWS);
    }
};

template <class A> void launch_map(void (*kernel)(A), const A& args, int64_t rows, int64_t columns) {
    if (rows <= 0 || columns <= 0) return;
    [[maybe_unused]] const Cover c(rows, columns);
#if defined(PR_DEVICE)
    kernel<<<dim3(c.grid_x, c.grid_y), dim3(c.block_x, c.block_y)>>>(args);
    checked(PR_API(GetLastError)());
#elif defined(PR_PLAYED)
    played::grid({c.grid_x, c.grid_y, 1}, {c.block_x, c.block_y}, false, [&] { kernel(args); });
#else
    kernel(args);
#endif
}

// Threads of a block that shares `length` terms: no more of them than there are terms, in whole halves of an AMD wave.
inline unsigned block_of(int64_t length) {
    unsigned threads = 32;
    while (threads < unsigned(BLOCK) && threads < length) threads *= 2;
    return threads;
}

// One block per kept element, a sum whose innermost axis has `length` terms.
template <class A> void launch_rows(void (*kernel)(A), const A& args, int64_t rows, [[maybe_unused]] int64_t length) {
    if (rows <= 0) return;
#if defined(PR_DEVICE)
    kernel<<<clamp_grid(rows, 1 << 20), block_of(length)>>>(args);
    checked(PR_API(GetLastError)());
#elif defined(PR_PLAYED)
    played::grid({clamp_grid(rows, 2), 1, 1}, {block_of(length) / 2, 1}, true, [&] { kernel(args); });
#else
    kernel(args);
#endif
}

template <class A> void launch_reduction(void (*kernel)(A), const A& args) {
#if defined(PR_DEVICE)
    kernel<<<BLOCKS, BLOCK>>>(args);
    checked(PR_API(GetLastError)());
#elif defined(PR_PLAYED)
    played::grid({BLOCKS, 1, 1}, {16, 1}, true, [&] { kernel(args); });
#else
    kernel(args);
#endif
}
#endif

}  // namespace pr

// Plays the grid of a GPU on the CPU, block after block and thread after thread, the last one first. The threads of a block are contexts of
// one thread of the system; they change places where they wait for each other. <functional> and <vector> would take the compiler longer than
// most kernels.
#pragma once

#include "precis.hpp"

#include <ucontext.h>

#define __device__
#define __host__
#define __global__
#define __forceinline__ inline
#define __shared__ static
#define __launch_bounds__(n)

struct Index { unsigned x = 0, y = 0, z = 0; };
static Index threadIdx, blockIdx, blockDim{1, 1, 1}, gridDim{1, 1, 1};

namespace played {

constexpr size_t STACK = 1 << 16;
struct Context {
    ucontext_t place;
    char* stack = static_cast<char*>(std::malloc(STACK));
    bool done = true;
    ~Context() { std::free(stack); }
};
struct Work {  // what each thread does, whatever its type
    void (*run)(const void*);
    const void* what;
    void operator()() const { run(what); }
};
static ucontext_t home;
static Context* threads;
static unsigned known, running;
static const Work* body;

static void start() {
    (*body)();
    threads[running].done = true;
}
static void wait() {  // for the others of the block: each of them runs up to its next wait first
    const Index mine = threadIdx;
    swapcontext(&threads[running].place, &home);
    threadIdx = mine;
}
static void block(unsigned count, const Work& work) {
    if (known < count) {
        delete[] threads;
        threads = new Context[known = count];
    }
    body = &work;
    for (unsigned t = 0; t < count; ++t) {
        Context& c = threads[t];
        getcontext(&c.place);
        c.place.uc_stack.ss_sp = c.stack, c.place.uc_stack.ss_size = STACK, c.place.uc_link = &home;
        c.done = false;
        makecontext(&c.place, start, 0);
    }
    for (bool any = true; any;) {
        any = false;
        for (running = count; running-- > 0;)
            if (!threads[running].done) {
                threadIdx = {running % blockDim.x, running / blockDim.x, 0};
                any = true;
                swapcontext(&home, &threads[running].place);
            }
    }
}

// `together`: the threads of a block wait for each other.
template <class F> void grid(Index blocks, Index shape, bool together, const F& f) {
    const Work work{[](const void* what) { (*static_cast<const F*>(what))(); }, &f};
    gridDim = blocks, blockDim = shape;
    const unsigned count = shape.x * shape.y;
    for (unsigned k = blocks.x * blocks.y * blocks.z; k-- > 0;) {
        blockIdx = {k % blocks.x, k / blocks.x % blocks.y, k / (blocks.x * blocks.y)};
        if (together) {
            block(count, work);
            continue;
        }
        for (unsigned t = count; t-- > 0; work()) threadIdx = {t % shape.x, t / shape.x, 0};
    }
    gridDim = blockDim = {1, 1, 1}, threadIdx = blockIdx = {};
}

}  // namespace played

static inline void __syncthreads() { played::wait(); }
static inline void __threadfence() {}
static inline unsigned atomicAdd(unsigned* p, unsigned v) {
    const unsigned old = *p;
    *p += v;
    return old;
}

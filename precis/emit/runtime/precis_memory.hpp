// Memory of workspaces, and routines of libraries that the caller computes. On the host only.
#pragma once

#include "precis_compiler.hpp"

namespace pr {

// Blocks that workspaces have left, kept for the next call of this thread: mapping large memory anew costs more than using it. All
// libraries of a process share one, by its name: another layout needs another number, or libraries of different versions would not agree.
inline namespace layout_3 {
struct PR_OF_PROCESS Pool {
    struct Block {  // at its own beginning: what it holds, and the one that was given before it
        size_t bytes;
        Block* next;
    };
    static constexpr size_t most = size_t(1) << 28;  // bytes kept
    static constexpr size_t small = size_t(1) << 16;
    Block* blocks = nullptr;  // large ones, the one given last first: what a loop allocates, it finds there at once
    Block* classes[64] = {};  // small ones, by their size
    uint64_t there = 0;       // of which sizes there are some
    size_t kept = 0, used = 0, most_used = 0;  // most_used: by the last call
    struct Size {
        size_t bytes, number;
    };
    static Size rounded(size_t bytes) {  // to one of eight sizes between powers of two, so that loops that want more each time find some
        if (bytes >= small) return {bytes, 64};  // arrays of their own sizes find the block that they had before, still in the cache
        const int doubled = 54 - __builtin_clzll(bytes | 512);  // steps are 64 bytes below 1024, 128 from there on, 256 from 2048 on
        const size_t step = size_t(64) << doubled, steps = (bytes + step - 1) >> (6 + doubled);
        return {steps * step, 8 * size_t(doubled) + steps - 1};
    }
    void* take(size_t bytes) {
        const Size size = rounded(bytes);
        void* block = size.number < 64 ? found_small(size) : found(size.bytes);
        used += block ? bytes : 0;
        most_used = used > most_used ? used : most_used;
        return block;
    }
    void* found_small(Size size) {  // the smallest that is large enough, unless all are much larger
        const uint64_t large_enough = there >> size.number;
        const size_t more = large_enough ? size_t(__builtin_ctzll(large_enough)) : 64;
        if (more > 8) return std::aligned_alloc(64, size.bytes);
        Block*& first = classes[size.number + more];
        Block* block = first;
        first = block->next;
        there &= ~(uint64_t(!first) << (size.number + more));
        kept -= block->bytes;
        return block;
    }
    void* found(size_t bytes) {
        Block** best = nullptr;
        size_t size = 2 * bytes + 1;
        for (Block** at = &blocks; *at && size > bytes; at = &(*at)->next)
            if ((*at)->bytes >= bytes && (*at)->bytes < size) best = at, size = (*at)->bytes;
        if (!best) return std::aligned_alloc(64, bytes);
        Block* block = *best;
        *best = block->next;
        kept -= size;
        return block;
    }
    void give(void* block, size_t bytes) {
        used -= bytes;
        const Size size = rounded(bytes);
        if (kept + size.bytes > most) {
            std::free(block);
            return;
        }
        Block*& first = size.number < 64 ? classes[size.number] : blocks;
        first = new (block) Block{size.bytes, first};
        there |= size.number < 64 ? uint64_t(1) << size.number : 0;
        kept += size.bytes;
    }
    static void freed(Block* first) {
        PR_ROLLED
        for (Block *block = first, *next; block; block = next) {
            next = block->next;
            std::free(block);
        }
    }
    ~Pool() {
        freed(blocks);
        for (Block* first : classes) freed(first);
    }
    static Pool& mine() {
        static thread_local Pool pool;
        return pool;
    }
    // Called, not inlined: programs ask for memory at many places, and on many ways out of them.
    static PR_CALLED void* taken(size_t bytes) { return taken_of(mine(), bytes); }
    static PR_CALLED void* taken_of(Pool& pool, size_t bytes) {
        void* block = pool.take(bytes);
        if (!block) throw std::bad_alloc();
        return block;
    }
    static PR_CALLED void given(void* block, size_t bytes) noexcept { mine().give(block, bytes); }
    static PR_CALLED void given_to(Pool& pool, void* block, size_t bytes) noexcept { pool.give(block, bytes); }
};
}

template <class T> struct Memory {  // uninitialised, aligned for vectors, of the pool of this thread, which takes a moment to find
    Pool& pool;
    size_t bytes;
    T* data;
    explicit Memory(int64_t count, Pool& pool = Pool::mine())
        : pool(pool), bytes((size_t(count > 0 ? count : 0) * sizeof(T) + 127) / 64 * 64), data(static_cast<T*>(Pool::taken_of(pool, bytes))) {}
    ~Memory() { Pool::given_to(pool, data, bytes); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
};

// A few elements, which need not be asked for; compilers keep them in registers, where nothing else is told where they lie. As much may be
// touched behind them as behind other memory.
template <class T, int64_t count> struct Local {
    alignas(64) T data[(size_t(count) * sizeof(T) + 127) / 64 * 64 / sizeof(T)];
};

// Memory that each iteration of a loop asks for: as much as the largest has wanted so far, and somewhat more, is held until the loop ends.
template <class T> struct Held {
    size_t bytes = 0;
    T* data = nullptr;
    Held() = default;
    PR_INLINE T* of(int64_t count) {
        const size_t wanted = (size_t(count > 0 ? count : 0) * sizeof(T) + 127) / 64 * 64;
        if (wanted > bytes) widen(wanted);
        return data;
    }
    PR_CALLED void widen(size_t wanted) {
        wanted = bytes ? (wanted + wanted / 4) / 64 * 64 : wanted;
        leave();
        data = static_cast<T*>(Pool::taken(wanted));
        bytes = wanted;
    }
    void leave() {
        if (data) Pool::given(data, bytes);
        data = nullptr, bytes = 0;
    }
    ~Held() { leave(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
};

// Whether an array is beyond caches: what is written now is not there when it is read.
template <class T> bool far(int64_t count) { return count > (int64_t(1) << 23) / int64_t(sizeof(T)); }

// A part of a row on its way into far memory: whole lines past the caches, where the compiler has stores for that.
constexpr int64_t ROW = 512;
template <class T> struct Row {
    alignas(64) T x[ROW];
    void send(T* to, int64_t count) const {
        int64_t k = 0;
#if defined(__AVX512F__) && !defined(__clang__)
        typedef double line __attribute__((vector_size(64)));
        constexpr int64_t length = sizeof(line) / sizeof(T);
        for (; k < count && reinterpret_cast<uintptr_t>(to + k) % sizeof(line); ++k) to[k] = x[k];
        for (; k + length <= count; k += length) {
            line whole;
            std::memcpy(&whole, x + k, sizeof whole);
            __builtin_ia32_movntpd512(reinterpret_cast<double*>(to + k), whole);
        }
#endif
        for (; k < count; ++k) to[k] = x[k];
    }
};

template <class T> void settle(const T* from, T* home, int64_t count) {
    if (from != home && count > 0) std::memcpy(static_cast<void*>(home), from, size_t(count) * sizeof(T));
}

template <class T> struct Stash {  // a copy of what lies away from home
    T* home;
    int64_t count;
    Memory<T> copy;
    Stash(const T* from, T* home, int64_t count) : home(home), count(from == home ? 0 : count), copy(this->count) { pr::settle(from, copy.data, this->count); }
    void settle() { pr::settle(static_cast<const T*>(copy.data), home, count); }
};

struct HostFailed {};

// A library routine that the caller computes: `number` among those of the program, pointers to operands and result, values of sizes.
inline void host(void* function, int64_t number, void* const* pointers, const int64_t* sizes) {
    using Function = int (*)(int64_t, void* const*, const int64_t*);
    if (!function || reinterpret_cast<Function>(function)(number, pointers, sizes)) throw HostFailed();
}

template <class F> int guarded(F run) {
    Pool::mine().most_used = Pool::mine().used;
    try {
        run();
        return 0;
    } catch (const std::bad_alloc&) {
        return 1;
    } catch (const HostFailed&) {
        return 2;
    } catch (const Ended& ended) {
        return ended.status;
    }
}

}  // namespace pr

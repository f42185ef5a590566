// Address space for arrays that grow as the data ask for: where nothing was written is no memory. On the host only.
#pragma once

#include "precis.hpp"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif
#endif

namespace pr {

// Spans that arrays have left, kept for the next call of this thread with their first pages: memory that is there costs less than new one.
inline namespace space_1 {
struct Space {
    struct Span {
        void* at;
        size_t bytes;
    };
    static constexpr size_t array = size_t(1) << 34, arrays = 16;  // bytes of a list of numbers, and how many of these there may be at once
    static constexpr size_t resident = size_t(1) << 24;            // bytes of a span that stay
    static constexpr int most = 32;                                // spans that are kept
    Span spans[most];
    int kept = 0;

#if defined(MAP_ANONYMOUS)
    static void* mapped(size_t bytes) {
        void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        return at == MAP_FAILED ? nullptr : at;
    }
    static void leave(Span span) { munmap(span.at, span.bytes); }
    static void trim(Span span) {  // arrays are written from their beginning on
        unsigned char there = 0;
        char* rest = static_cast<char*>(span.at) + resident;
        if (span.bytes > resident && (mincore(rest, 1, &there) || there & 1)) madvise(rest, span.bytes - resident, MADV_DONTNEED);
    }
#else
    static void* mapped(size_t bytes) { return bytes > array >> 8 ? nullptr : std::malloc(bytes); }
    static void leave(Span span) { std::free(span.at); }
    static void trim(Span) {}
#endif

    static int halvings() {  // of all space, until so much can be had: where it is limited (ulimit -v)
        static const int found = [] {
            int k = 0;
            void* at = nullptr;
            while (k < 24 && !(at = mapped((array * arrays) >> k))) ++k;
            if (at) leave({at, (array * arrays) >> k});
            return k;
        }();
        return found;
    }
    Span take(size_t wanted) {
        size_t bytes = 1 << 16;
        while (bytes < wanted) bytes *= 2;
        PR_ROLLED
        for (int k = kept; k-- > 0;)
            if (spans[k].bytes == bytes) {
                const Span found = spans[k];
                spans[k] = spans[--kept];
                return found;
            }
        void* at = mapped(bytes);
        if (!at) empty(), at = mapped(bytes);
        if (!at) throw std::bad_alloc();
        return {at, bytes};
    }
    void give(Span span) {
        if (kept == most) return leave(span);
        trim(span);
        spans[kept++] = span;
    }
    void empty() {
        while (kept) leave(spans[--kept]);
    }
    ~Space() { empty(); }
    static Space& mine() {
        static thread_local Space space;
        return space;
    }
    static PR_CALLED Span taken(size_t bytes) { return mine().take(bytes); }
    static PR_CALLED void given(Span span) noexcept { mine().give(span); }
};
}

// For how many items there is address space, `most` of them at best.
inline int64_t room(int64_t most) { return most >> Space::halvings(); }

// An array that grows, with what is in it, until the loop ends in which it is declared.
template <class T> struct Reserved {
    Space::Span span = {nullptr, 0};
    Reserved() = default;
    PR_INLINE T* of(int64_t count) {
        const size_t wanted = size_t(count > 0 ? count : 0) * sizeof(T) + 64;
        if (wanted > span.bytes) widen(wanted);
        return static_cast<T*>(span.at);
    }
    PR_CALLED void widen(size_t wanted) {
        leave();
        span = Space::taken(wanted);
    }
    void leave() {
        if (span.at) Space::given(span);
        span = {nullptr, 0};
    }
    ~Reserved() { leave(); }
    Reserved(const Reserved&) = delete;
    Reserved& operator=(const Reserved&) = delete;
};

}  // namespace pr

// Loops that threads share where that is faster, found out while they run: results are the same either way (ADR 18).
#pragma once

#include <ctime>
#include <unistd.h>

#define PR_SHARED(work, i, begin, end, step) \
    pr::Shared{work, begin, end, step} << [=](const int64_t pr_begin, const int64_t pr_end) mutable PR_BODY { \
        for (int64_t i = pr_begin; i < pr_end; i += step)
#define PR_SHARED_INDEPENDENT(work, i, begin, end, step) \
    pr::Shared{work, begin, end, step} << [=](const int64_t pr_begin, const int64_t pr_end) mutable PR_BODY { \
        PR_INDEPENDENT for (int64_t i = pr_begin; i < pr_end; i += step)
#define PR_JOINED };

namespace pr {

// How long one loop took, for amounts of work within a factor of two, alone and divided among threads. Several threads may call a program at
// once: what they know is then a mixture of what each of them saw.
class Pace {
  public:
    static constexpr int64_t SHORT = 10000;      // nanoseconds: less than it takes to wake a thread that sleeps
    static constexpr int64_t SURELY = 50000000;  // work (5 ms) worth dividing before anything is known
    static constexpr int64_t FIRST = 3;          // turns divided before that is judged: the first ones create threads and touch cold caches
    static constexpr int64_t RARELY = 32;        // times as long as it costs is waited until the slower way is tried again
    static constexpr int64_t SELDOM = 10000;     // turns after which it is tried in any case

    // Whether to divide now.
    bool divides(int64_t work) {
        const int64_t one = load(alone), many = load(divided);
        if (one == 0) return work >= SURELY && load(tries) < FIRST;
        if (one * work < SHORT * SCALE) return false;
        if (load(tries) < FIRST) return true;
        const bool better = 20 * many < 19 * one;  // by a twentieth: threads are not for nothing
        const int64_t left = load(wait);
        if (left > 0) {
            store(wait, left - 1);
            return better;
        }
        const int64_t cost = RARELY * (better ? one : many) / (1 + (better ? many : one));
        store(wait, cost < SELDOM ? cost : SELDOM);
        return !better;
    }

    void took(bool many, int64_t nanoseconds, int64_t work) {
        if (many) store(tries, load(tries) + 1);
        int64_t& known = many ? divided : alone;
        const int64_t before = load(known), now = 1 + (nanoseconds * SCALE) / work;
        store(known, before == 0 || now < before ? now : before + (now - before) / 8);  // other work on the machine makes it longer
    }

  private:
    static constexpr int64_t SCALE = 1 << 16;
    int64_t alone = 0, divided = 0, tries = 0, wait = RARELY;  // the first two per unit of work, 0 where unknown

    static int64_t load(const int64_t& x) { return __atomic_load_n(&x, __ATOMIC_RELAXED); }
    static void store(int64_t& x, int64_t value) { __atomic_store_n(&x, value, __ATOMIC_RELAXED); }
};

inline int64_t nanoseconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

// Whether this process is the one that divided a loop first. A child made by fork has the memory of OpenMP but not its threads, and would wait
// for them for ever. One answer for all programs of a process, as it has one OpenMP: what an inline function keeps is unique across them.
inline bool has_threads() {
    static const pid_t first = getpid();
    return first == getpid();
}

// A loop over begin, begin + step, ... < end. Where the estimate says that it is short it is the plain loop, not even timed: a region that
// OpenMP runs on one thread costs more than a small loop. Otherwise the faster way is taken, as found by the clock: estimates miss by a factor
// of ten, and waking threads takes 5 or 500 microseconds, which depends on the machine and on its other work. The body works on copies of
// the numbers and pointers that it uses, so that they stay in registers.
struct Shared {
    static constexpr int64_t WORTH = 200000;  // tenths of a nanosecond
    int64_t work, begin, end, step;

    template <typename Body>
    PR_INLINE void operator<<(const Body& body) const {
        const bool timed = work >= WORTH && end - begin > step;
        if (timed && pace<Body>().divides(work) && has_threads()) {
            const int64_t start = nanoseconds();
            divide(body);
            pace<Body>().took(true, nanoseconds() - start, work);
            return;
        }
        const int64_t start = timed ? nanoseconds() : 0;
        Body mine = body;  // nobody else knows where this one lies
        mine(begin, end);
        if (timed) pace<Body>().took(false, nanoseconds() - start, work);
    }

  private:
    // What is known of this loop, which alone has this body, at about this much work.
    template <typename Body>
    Pace& pace() const {
        static Pace all[64];
        return all[63 - __builtin_clzll(uint64_t(work))];
    }

    template <typename Body>
    PR_CALLED void divide(const Body& body) const {
#pragma omp parallel for schedule(static) num_threads(PR_THREADS)
        for (int64_t part = 0; part < PR_THREADS; ++part) {
            Body mine = body;
            mine(edge(part), edge(part + 1));
        }
    }

    int64_t edge(int64_t part) const {
        const int64_t steps = (end - begin + step - 1) / step, at = begin + steps * part / PR_THREADS * step;
        return at < end ? at : end;
    }
};

}  // namespace pr

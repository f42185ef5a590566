// Formats that only the run knows, no wider than binary64: rows of a table that the caller fills in. Values stay in their wide type.
#pragma once

#include "precis.hpp"

namespace pr {

struct Open_format {
    int32_t p, emin, emax, infinities;
    double max;
};
inline __attribute__((visibility("hidden"))) Open_format open_formats[1024];  // one for all units of a library

PR_INLINE double odd_in_double(double x) { return x; }
template <class W> PR_INLINE double odd_in_double(W x) { return to_odd(x); }

template <int K> struct Open {
    template <class T> static PR_INLINE T to(T x) {
        const Open_format& f = open_formats[K];
        return f.p >= 53 ? T(double(x)) : T(round_double_to(odd_in_double(x), f.p, f.emin, f.emax, f.infinities, f.max));
    }
    template <class T> static PR_INLINE T apply(T x) { return to(x); }
};

}  // namespace pr

extern "C" __attribute__((used)) inline void precis_open_formats(const pr::Open_format* table, int64_t count) {
    for (int64_t k = 0; k < count; ++k) pr::open_formats[k] = table[k];
}

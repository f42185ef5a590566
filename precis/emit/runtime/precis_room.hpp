// Runs that end where there is no room for an array, which whoever called makes again with more, and where lengths do not fit or
// positions are out of bounds. On the host only.
#pragma once

#include "precis_compiler.hpp"

namespace pr {

// As many items as an array is to have, if there is room for them, or address space.
inline int64_t at_most(int64_t count, int64_t room, int status) {
    if (count > room) throw Ended{status};
    return count;
}

inline int64_t at_most(int64_t count, int64_t space) {
    if (count > space) throw ::std::bad_alloc();
    return count;
}

// Lengths that are to be the same are so far apart.
inline void alike(int64_t apart, int status) {
    if (apart) throw Ended{status};
}

// Positions of which one is outside, if this is not negative.
inline void inside(int64_t outside, int status) {
    if (__builtin_expect(outside >= 0, 0)) throw Ended{status};
}

}  // namespace pr

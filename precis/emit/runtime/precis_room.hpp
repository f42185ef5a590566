// Runs that end where there is no room for an array: whoever called makes them again with more. On the host only.
#pragma once

#include <cstdint>
#include <new>

namespace pr {

// As many items as an array is to have, if there is room for them.
inline int64_t at_most(int64_t count, int64_t room) {
    if (count > room) throw ::std::bad_alloc();
    return count;
}

}  // namespace pr

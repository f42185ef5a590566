// What benchmarks.gpu_library calls of a device, beside emitted source: memory, copies and its name. In plain C++ the memory is the host's.
#pragma once

#include <cstdio>
#include <cstring>

namespace pr {
#if defined(PR_DEVICE)
inline void freed(void* place) { checked(PR_API(Free)(place)); }
inline void named(char* name, size_t length) {
    int device = 0;
    checked(PR_API(GetDevice)(&device));
#if defined(PR_CUDA)
    cudaDeviceProp properties;
    checked(cudaGetDeviceProperties(&properties, device));
    ::std::snprintf(name, length, "%s, compute capability %d.%d", properties.name, properties.major, properties.minor);
#else
    hipDeviceProp_t properties;
    checked(hipGetDeviceProperties(&properties, device));
    ::std::snprintf(name, length, "%s, %s", properties.name, properties.gcnArchName);
#endif
}
inline void moved(void* to, const void* from, size_t bytes) { checked(PR_API(Memcpy)(to, from, bytes, PR_API(MemcpyDefault))); }
#else
inline void freed(void* place) { ::free(place); }
inline void named(char* name, size_t length) { ::std::snprintf(name, length, "plain C++, a grid of one thread"); }
inline void moved(void* to, const void* from, size_t bytes) { ::std::memcpy(to, from, bytes); }
#endif
}  // namespace pr

extern "C" int device_name(char* name, int64_t length) {
    return pr::guarded([&] { pr::named(name, size_t(length)); });
}
extern "C" int device_allocate(void** place, int64_t bytes) {
    return pr::guarded([&] {
        pr::DeviceMemory<char> memory(bytes);
        *place = memory.data;
        memory.data = nullptr;  // device_free has it now
    });
}
extern "C" int device_free(void* place) {
    return pr::guarded([&] { pr::freed(place); });
}
extern "C" int device_move(void* to, const void* from, int64_t bytes) {
    return pr::guarded([&] { pr::moved(to, from, size_t(bytes)); });
}

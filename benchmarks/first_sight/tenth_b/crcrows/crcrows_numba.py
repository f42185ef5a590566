import numba as nb
import numpy as np


@nb.njit
def checksums(messages):
    packets, length = messages.shape
    lookup = np.empty(256, np.uint32)
    for i in range(256):
        t = np.int64(i)
        for _ in range(8):
            t = (t >> 1) ^ (np.int64(0xEDB88320) * (t & 1))
        lookup[i] = t
    crc = np.empty(packets, np.uint32)
    diff = np.empty(packets - 1, np.uint32)
    for p in range(packets):
        c = np.uint32(0xFFFFFFFF)
        for b in range(length):
            c = np.uint32(lookup[(c ^ messages[p, b]) & np.uint32(0xFF)] ^ (c >> np.uint32(8)))
        crc[p] = np.uint32(c ^ np.uint32(0xFFFFFFFF))
        if p:
            d = crc[p] ^ crc[p - 1]
            n = np.uint32(0)
            for b in range(32):
                n += (d >> np.uint32(b)) & np.uint32(1)
            diff[p - 1] = n
    return crc, diff

import numba as nb
import numpy as np


@nb.njit
def checks(data, poly, start):
    table = np.empty(256, np.uint16)
    for b in range(256):
        r = b << 8
        for _ in range(8):
            r = ((r << 1) ^ poly if r & 0x8000 else r << 1) & 0xFFFF
        table[b] = r
    register = start
    for byte in data:
        register = ((register << 8) & 0xFF00) ^ table[(register >> 8) ^ byte]
    low, high = 0, 0
    for k in range(len(data) // 2):
        low += data[2 * k] | (np.int64(data[2 * k + 1]) << 8)
        high += low
        if k % 4096 == 4095:
            low %= 65535
            high %= 65535
    return register, ((high % 65535) << 16) | (low % 65535)

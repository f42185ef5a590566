import numba as nb
import numpy as np


@nb.njit
def encode(data):
    chance = np.full(256, 1024)
    low, span = 0, 0xFFFFFFFF
    held, waiting, count = 0, 0, 0
    first = True
    out = np.empty(2 * len(data) + 16, np.uint8)
    for byte in data:
        node = 1
        value = np.int64(byte)
        for k in range(7, -1, -1):
            bit = (value >> k) & 1
            p = chance[node]
            bound = (span >> 11) * p
            if bit == 0:
                span = bound
                chance[node] = p + ((2048 - p) >> 4)
            else:
                low += bound
                span -= bound
                chance[node] = p - (p >> 4)
            node = 2 * node + bit
            while span < 1 << 24:
                if low < 0xFF000000 or low > 0xFFFFFFFF:
                    carry = low >> 32
                    if not first:
                        out[count] = (held + carry) & 255
                        count += 1
                    for _ in range(waiting):
                        out[count] = (255 + carry) & 255
                        count += 1
                    waiting = 0
                    first = False
                    held = (low >> 24) & 255
                else:
                    waiting += 1
                low = (low & 0x00FFFFFF) << 8
                span <<= 8
    for _ in range(5):
        if low < 0xFF000000 or low > 0xFFFFFFFF:
            carry = low >> 32
            out[count] = (held + carry) & 255
            count += 1
            for _ in range(waiting):
                out[count] = (255 + carry) & 255
                count += 1
            waiting = 0
            held = (low >> 24) & 255
        else:
            waiting += 1
        low = (low & 0x00FFFFFF) << 8
    return out[:count]

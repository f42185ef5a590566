import numba as nb
import numpy as np


@nb.njit
def crcbits(data, poly=0x864CFB, start=0xB704CE):
    crc = start
    for byte in data:
        crc ^= np.int64(byte) << 16
        for _ in range(8):
            crc <<= 1
            if crc & 0x1000000:
                crc ^= poly
        crc &= 0xFFFFFF
    return crc

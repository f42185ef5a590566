import numba as nb
import numpy as np


@nb.njit
def cipher(data, key, rounds, nonce):
    n = data.shape[0]
    delta = np.uint32(0x9E3779B9)
    four, five = np.uint32(4), np.uint32(5)
    words = np.empty((rounds, 2), np.uint32)
    total = 0
    for r in range(rounds):
        words[r, 0] = np.uint32(total + np.int64(key[total & 3]))
        total = (total + np.int64(delta)) & 0xFFFFFFFF
        words[r, 1] = np.uint32(total + np.int64(key[(total >> 11) & 3]))
    sums = np.zeros(2, np.uint32)
    for i in range(n):
        v0, v1 = np.uint32(i), np.uint32(nonce)
        for r in range(rounds):
            v0 = np.uint32(v0 + ((((v1 << four) ^ (v1 >> five)) + v1) ^ words[r, 0]))
            v1 = np.uint32(v1 + ((((v0 << four) ^ (v0 >> five)) + v0) ^ words[r, 1]))
        data[i, 0] ^= v0
        data[i, 1] ^= v1
        sums[0] ^= data[i, 0]
        sums[1] ^= data[i, 1]
    return sums

import numpy as np


def encode(samples, size):
    n = samples.shape[0]
    blocks = n // size
    out = np.zeros(8 * n, dtype=np.uint8)
    parameters = np.zeros(blocks, dtype=np.int64)
    at = 0
    before = 0
    folded = np.zeros(size, dtype=np.int64)
    for b in range(blocks):
        total = 0
        for i in range(size):
            d = samples[b * size + i] - before
            before = samples[b * size + i]
            folded[i] = 2 * d if d >= 0 else -2 * d - 1
            total += folded[i]
        k = 0
        while (size << (k + 1)) <= total and k < 15:
            k += 1
        parameters[b] = k
        for i in range(4):
            out[at >> 3] |= ((k >> (3 - i)) & 1) << (7 - (at & 7))
            at += 1
        for i in range(size):
            q = folded[i] >> k
            for j in range(q):
                out[at >> 3] |= 1 << (7 - (at & 7))
                at += 1
            at += 1
            for j in range(k - 1, -1, -1):
                if (folded[i] >> j) & 1:
                    out[at >> 3] |= 1 << (7 - (at & 7))
                at += 1
    return out, at, parameters

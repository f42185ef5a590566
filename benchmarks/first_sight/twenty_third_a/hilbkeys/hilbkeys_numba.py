import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def hilbkeys(points, values, bits):
    n = points.shape[0]
    keys = np.zeros(n, np.uint64)
    scale = 2.0 ** bits
    one = np.uint32(1)
    top = np.uint32(1 << (bits - 1))
    x = np.empty(3, np.uint32)
    for k in range(n):
        for i in range(3):
            x[i] = np.uint32(np.floor(points[k, i] * scale))
        q = top
        while q > 1:
            p = np.uint32(q - one)
            for i in range(3):
                if x[i] & q:
                    x[0] ^= p
                else:
                    swap = (x[0] ^ x[i]) & p
                    x[0] ^= swap
                    x[i] ^= swap
            q = np.uint32(q >> one)
        x[1] ^= x[0]
        x[2] ^= x[1]
        flip = np.uint32(0)
        q = top
        while q > 1:
            if x[2] & q:
                flip ^= np.uint32(q - one)
            q = np.uint32(q >> one)
        key = np.uint64(0)
        for b in range(bits - 1, -1, -1):
            for i in range(3):
                key = (key << np.uint64(1)) | np.uint64(((x[i] ^ flip) >> np.uint32(b)) & one)
        keys[k] = key
    order = np.argsort(keys, kind="mergesort")
    step = np.empty(n - 1)
    length = 0.0
    for k in range(n - 1):
        a, b = order[k], order[k + 1]
        total = 0.0
        for i in range(3):
            total += (points[b, i] - points[a, i]) ** 2
        step[k] = np.sqrt(total)
        length += step[k]
    mean = length / (n - 1)
    back = values.copy()
    for k in range(n - 1):
        weight = np.exp(-step[k] / mean)
        a, b = order[k], order[k + 1]
        back[b] += weight * values[a]
        back[a] += weight * values[b]
    return keys, order, back, length

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def walshnl(tables):
    boxes, size = tables.shape
    nonlinear, worst, fourth = np.empty(boxes, np.int64), np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    odd = np.empty(size, np.int32)
    for i in range(size):
        p = i ^ (i >> 8)
        p ^= p >> 4
        p ^= p >> 2
        odd[i] = 1 - 2 * ((p ^ (p >> 1)) & 1)
    w, count = np.empty(size, np.int32), np.empty(size, np.int32)
    for t in range(boxes):
        most = 0
        for b in range(1, size):
            for x in range(size):
                w[x] = odd[b & tables[t, x]]
            h = 1
            while h < size:
                for i in range(0, size, 2 * h):
                    for j in range(i, i + h):
                        u, v = w[j], w[j + h]
                        w[j], w[j + h] = u + v, u - v
                h *= 2
            for x in range(size):
                square = np.int64(w[x]) * w[x]
                most = max(most, abs(w[x]))
                fourth[t] += square * square
        nonlinear[t] = (size - most) // 2
        for d in range(1, size):
            count[:] = 0
            for x in range(size):
                count[tables[t, x] ^ tables[t, x ^ d]] += 1
            for x in range(size):
                worst[t] = max(worst[t], count[x])
    return nonlinear, worst, fourth

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def qlinear(x, w1, b1, multiplier, w2, b2):
    n, k = x.shape
    m, o = w1.shape[1], w2.shape[1]
    y, q, scale = np.empty((n, o), np.int32), np.empty((n, k), np.int8), np.empty(n, np.float32)
    total, out = np.empty(m, np.int32), np.empty(o, np.int32)
    for r in range(n):
        top = np.float32(0.0)
        for i in range(k):
            top = max(top, abs(x[r, i]))
        s = top / np.float32(127.0)
        scale[r] = s
        total[:] = b1
        for i in range(k):
            v = np.int8(np.rint(x[r, i] / s))
            q[r, i] = v
            f = np.int32(v)
            for j in range(m):
                total[j] += f * np.int32(w1[i, j])
        out[:] = b2
        for j in range(m):
            wide = (np.int64(total[j]) * np.int64(multiplier[j]) + (1 << 30)) >> 31
            f = np.int32(min(max((wide + 64) >> 7, 0), 127))
            for i in range(o):
                out[i] += f * np.int32(w2[j, i])
        y[r] = out
    return y, q, scale

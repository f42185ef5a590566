import numba as nb
import numpy as np


@nb.njit
def depthconv(x, w, b, stride=2):
    k, c = w.shape[0], x.shape[2]
    h = (x.shape[0] - k) // stride + 1
    v = (x.shape[1] - k) // stride + 1
    out = np.full((h // 2, v // 2, c), -np.inf, dtype=np.float32)
    acc = np.empty(c, dtype=np.float32)
    for i in range(h // 2 * 2):
        for j in range(v // 2 * 2):
            for q in range(c):
                acc[q] = b[q]
            for s in range(k):
                for t in range(k):
                    for q in range(c):
                        acc[q] += x[i * stride + s, j * stride + t, q] * w[s, t, q]
            for q in range(c):
                a = acc[q]
                a = np.float32(0.1) * a if a < 0 else a
                old = out[i // 2, j // 2, q]
                out[i // 2, j // 2, q] = a if a > old else old
    return out

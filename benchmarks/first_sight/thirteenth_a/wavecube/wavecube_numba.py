import numba as nb
import numpy as np


@nb.njit
def propagate(p, old, c2, source):
    n = p.shape[0]
    mid = n // 2
    w0, w1, w2 = np.float32(-7.5), np.float32(4.0 / 3.0), np.float32(-1.0 / 12.0)
    two = np.float32(2)
    trace = np.zeros_like(source)
    for t in range(source.shape[0]):
        for i in range(2, n - 2):
            for j in range(2, n - 2):
                for k in range(2, n - 2):
                    near = p[i + 1, j, k] + p[i - 1, j, k] + p[i, j + 1, k] + p[i, j - 1, k] + p[i, j, k + 1] + p[i, j, k - 1]
                    far = p[i + 2, j, k] + p[i - 2, j, k] + p[i, j + 2, k] + p[i, j - 2, k] + p[i, j, k + 2] + p[i, j, k - 2]
                    bent = w0 * p[i, j, k] + w1 * near + w2 * far
                    old[i, j, k] = two * p[i, j, k] - old[i, j, k] + c2[i, j, k] * bent
        old[mid, mid, mid] += source[t]
        trace[t] = old[mid, mid, 4]
        p, old = old, p
    return trace

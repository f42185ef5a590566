import numba as nb
import numpy as np


@nb.njit
def bandsolve(ab, b):
    w, n = ab.shape[0] - 1, ab.shape[1]
    cols = ab.T.copy()
    for j in range(n):
        k = min(w, n - 1 - j)
        root = np.sqrt(cols[j, 0])
        cols[j, 0] = root
        for i in range(1, k + 1):
            cols[j, i] /= root
        for i in range(1, k + 1):
            f = cols[j, i]
            for d in range(k - i + 1):
                cols[j + i, d] -= f * cols[j, i + d]
    for j in range(n):
        k = min(w, n - 1 - j)
        b[j] /= cols[j, 0]
        for d in range(1, k + 1):
            b[j + d] -= b[j] * cols[j, d]
    for j in range(n - 1, -1, -1):
        k = min(w, n - 1 - j)
        s = b[j]
        for d in range(1, k + 1):
            s -= cols[j, d] * b[j + d]
        b[j] = s / cols[j, 0]
    for j in range(n):
        for d in range(w + 1):
            ab[d, j] = cols[j, d]

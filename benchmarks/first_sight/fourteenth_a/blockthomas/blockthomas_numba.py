import numba as nb
import numpy as np


@nb.njit
def eliminate(M, m):
    """The square at the left of M becomes one, the rest what it solves; rows change places."""
    wide = M.shape[1]
    for k in range(m):
        p = k
        for i in range(k + 1, m):
            if abs(M[i, k]) > abs(M[p, k]):
                p = i
        if p != k:
            for j in range(k, wide):
                M[k, j], M[p, j] = M[p, j], M[k, j]
        over = 1.0 / M[k, k]
        for j in range(k + 1, wide):
            M[k, j] *= over
        for i in range(m):
            if i != k:
                f = M[i, k]
                for j in range(k + 1, wide):
                    M[i, j] -= f * M[k, j]


@nb.njit
def chain(A, B, C, d):
    count, m = d.shape
    both = np.zeros((count, m, m + 1))
    M = np.empty((m, 2 * m + 1))
    x = np.zeros((count, m))
    for i in range(count):
        for r in range(m):
            for c in range(m):
                M[r, c] = B[i, r, c]
                M[r, m + c] = C[i, r, c]
            M[r, 2 * m] = d[i, r]
        if i > 0:
            for r in range(m):
                for k in range(m):
                    f = A[i, r, k]
                    for c in range(m):
                        M[r, c] -= f * both[i - 1, k, c]
                    M[r, 2 * m] -= f * both[i - 1, k, m]
        eliminate(M, m)
        for r in range(m):
            for c in range(m + 1):
                both[i, r, c] = M[r, m + c]
    for i in range(count - 1, -1, -1):
        for r in range(m):
            s = both[i, r, m]
            if i < count - 1:
                for c in range(m):
                    s -= both[i, r, c] * x[i + 1, c]
            x[i, r] = s
    return x

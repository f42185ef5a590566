import numba as nb
import numpy as np


@nb.njit
def rotation(a, b):
    if b == 0.0:
        return 1.0, 0.0
    if abs(b) > abs(a):
        t = a / b
        s = 1.0 / np.sqrt(1.0 + t * t)
        return s * t, s
    t = b / a
    c = 1.0 / np.sqrt(1.0 + t * t)
    return c, c * t


@nb.njit
def givensqr(A, b):
    m, n = A.shape
    for j in range(n):
        for i in range(m - 1, j, -1):
            c, s = rotation(A[i - 1, j], A[i, j])
            for k in range(j, n):
                upper, lower = A[i - 1, k], A[i, k]
                A[i - 1, k] = c * upper + s * lower
                A[i, k] = c * lower - s * upper
            A[i, j] = 0.0
            upper, lower = b[i - 1], b[i]
            b[i - 1] = c * upper + s * lower
            b[i] = c * lower - s * upper

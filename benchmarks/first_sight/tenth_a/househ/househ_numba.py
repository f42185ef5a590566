import numba as nb
import numpy as np


@nb.njit
def househ(A):
    m, n = A.shape
    tau = np.zeros(n)
    w = np.empty(n)
    for k in range(n):
        alpha = A[k, k]
        s = 0.0
        for i in range(k, m):
            s += A[i, k] * A[i, k]
        beta = -np.copysign(np.sqrt(s), alpha)
        for i in range(k + 1, m):
            A[i, k] /= alpha - beta
        A[k, k] = beta
        t = (beta - alpha) / beta
        tau[k] = t
        for j in range(k + 1, n):
            w[j] = A[k, j]
        for i in range(k + 1, m):
            v = A[i, k]
            for j in range(k + 1, n):
                w[j] += v * A[i, j]
        for j in range(k + 1, n):
            w[j] *= t
            A[k, j] -= w[j]
        for i in range(k + 1, m):
            v = A[i, k]
            for j in range(k + 1, n):
                A[i, j] -= v * w[j]
    return tau

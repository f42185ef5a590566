import numba as nb
import numpy as np


@nb.njit
def pivoted(A):
    m, n = A.shape
    piv = np.arange(n)
    tau, norms = np.zeros(n), np.zeros(n)
    v, w = np.empty(m), np.empty(n)
    for i in range(m):
        for j in range(n):
            norms[j] += A[i, j] * A[i, j]
    for k in range(n):
        p = k
        for j in range(k + 1, n):
            if norms[j] > norms[p]:
                p = j
        if p != k:
            for i in range(m):
                A[i, k], A[i, p] = A[i, p], A[i, k]
            piv[k], piv[p] = piv[p], piv[k]
            norms[p] = norms[k]
        size = 0.0
        for i in range(k, m):
            v[i] = A[i, k]
            size += v[i] * v[i]
        root = np.sqrt(size)
        alpha = -root if v[k] >= 0.0 else root
        size += root * root - 2.0 * v[k] * alpha
        v[k] -= alpha
        beta = 2.0 / size
        w[k + 1:] = 0.0
        for i in range(k, m):
            f = v[i]
            for j in range(k + 1, n):
                w[j] += f * A[i, j]
        for i in range(k, m):
            f = beta * v[i]
            for j in range(k + 1, n):
                A[i, j] -= f * w[j]
        A[k, k] = alpha
        for i in range(k + 1, m):
            A[i, k] = v[i] / v[k]
        tau[k] = beta * v[k] * v[k]
        for j in range(k + 1, n):
            norms[j] -= A[k, j] * A[k, j]
    return piv, tau

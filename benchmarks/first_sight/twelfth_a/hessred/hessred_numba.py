import numba as nb
import numpy as np


@nb.njit
def hessred(A):
    n = A.shape[0]
    v = np.zeros(n)
    w = np.zeros(n)
    for k in range(n - 2):
        s = 0.0
        for i in range(k + 1, n):
            v[i] = A[i, k]
            s += v[i] * v[i]
        sigma = np.sqrt(s)
        first = v[k + 1]
        v[k + 1] = first + sigma if first >= 0.0 else first - sigma
        length = np.sqrt(s - first * first + v[k + 1] * v[k + 1])
        for i in range(k + 1, n):
            v[i] /= length
        w[k:] = 0.0
        for i in range(k + 1, n):
            for j in range(k, n):
                w[j] += v[i] * A[i, j]
        for i in range(k + 1, n):
            for j in range(k, n):
                A[i, j] -= 2.0 * v[i] * w[j]
        for i in range(n):
            s = 0.0
            for j in range(k + 1, n):
                s += A[i, j] * v[j]
            for j in range(k + 1, n):
                A[i, j] -= 2.0 * s * v[j]
        for i in range(k + 2, n):
            A[i, k] = 0.0

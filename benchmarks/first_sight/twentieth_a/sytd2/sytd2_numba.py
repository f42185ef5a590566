import numba as nb
import numpy as np


@nb.njit
def sytd2(A, d, e):
    n = A.shape[0]
    v, w = np.empty(n), np.empty(n)
    for k in range(n - 2):
        d[k] = A[k, k]
        total = 0.0
        for i in range(k + 1, n):
            v[i] = A[i, k]
            total += v[i] * v[i]
        if total == 0.0:
            e[k] = 0.0
            continue
        e[k] = -np.copysign(np.sqrt(total), v[k + 1])
        v[k + 1] -= e[k]
        total = 0.0
        for i in range(k + 1, n):
            total += v[i] * v[i]
        beta = 2.0 / total
        for i in range(k + 1, n):
            w[i] = 0.0
        for j in range(k + 1, n):
            f = beta * v[j]
            for i in range(k + 1, n):
                w[i] += A[j, i] * f
        total = 0.0
        for i in range(k + 1, n):
            total += w[i] * v[i]
        for i in range(k + 1, n):
            w[i] -= 0.5 * beta * total * v[i]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                A[i, j] -= v[i] * w[j] + w[i] * v[j]
        for i in range(k + 1, n):
            A[i, k] = v[i]
    d[n - 2], d[n - 1], e[n - 2] = A[n - 2, n - 2], A[n - 1, n - 1], A[n - 1, n - 2]

import numba as nb
import numpy as np


@nb.njit
def normalise(M):
    n = M.shape[0]
    total = np.zeros(n)
    for i in range(n):
        for j in range(n):
            total[j] += M[i, j]
    for i in range(n):
        for j in range(n):
            M[i, j] /= total[j]


@nb.njit
def mcl(A, inflation=1.7, cut=1e-5, most=60):
    n = A.shape[0]
    M = A + np.eye(n)
    normalise(M)
    for t in range(most):
        old = M
        M = M @ M
        for i in range(n):
            for j in range(n):
                v = M[i, j]
                v = v ** inflation if v > 0.0 else 0.0
                M[i, j] = v if v >= cut else 0.0
        normalise(M)
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += abs(M[i, j] - old[i, j])
        if total < 1e-8 * n:
            break
    labels, best = np.zeros(n, np.int64), M[0].copy()
    for i in range(1, n):
        for j in range(n):
            if M[i, j] > best[j]:
                best[j], labels[j] = M[i, j], i
    return labels, M

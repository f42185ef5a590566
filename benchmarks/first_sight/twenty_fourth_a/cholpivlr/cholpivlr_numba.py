import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def cholpivlr(x, width, rank, tol):
    n, dim = x.shape
    left = np.ones(n)
    L = np.zeros((n, rank))
    pivots = np.full(rank, -1, np.int64)
    used = 0
    for k in range(rank):
        total, p = 0.0, 0
        for i in range(n):
            total += left[i]
            if left[i] > left[p]:
                p = i
        if total < tol * n:
            break
        pivots[k] = p
        root = np.sqrt(left[p])
        for i in range(n):
            far = 0.0
            for d in range(dim):
                far += (x[i, d] - x[p, d]) ** 2
            value = np.exp(-far / (2.0 * width ** 2))
            for l in range(k):
                value -= L[i, l] * L[p, l]
            L[i, k] = value / root
        for i in range(n):
            left[i] = max(left[i] - L[i, k] ** 2, 0.0)
        for l in range(k + 1):
            left[pivots[l]] = 0.0
        used += 1
    return L, pivots, left, used

import numba as nb
import numpy as np


@nb.njit
def chainorder(p):
    n = len(p) - 1
    cost = np.zeros((n, n))
    down = np.zeros((n, n))
    split = np.zeros((n, n), dtype=np.int64)
    for i in range(n - 2, -1, -1):
        for j in range(i + 1, n):
            best = np.inf
            at = i
            for k in range(i, j):
                trial = cost[i, k] + down[j, k + 1] + p[i] * p[k + 1] * p[j + 1]
                if trial < best:
                    best = trial
                    at = k
            cost[i, j] = best
            down[j, i] = best
            split[i, j] = at
    return cost, split

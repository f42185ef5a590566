import numba as nb
import numpy as np


@nb.njit
def optbst(p, q):
    n = len(p)
    cost = np.zeros((n + 1, n + 1))
    weight = np.zeros((n + 1, n + 1))
    root = np.zeros((n + 1, n + 1), dtype=np.int64)
    for i in range(n + 1):
        cost[i, i] = q[i]
        weight[i, i] = q[i]
    for length in range(1, n + 1):
        for i in range(n - length + 1):
            j = i + length
            weight[i, j] = weight[i, j - 1] + p[j - 1] + q[j]
            best = np.inf
            for r in range(i, j):
                trial = cost[i, r] + cost[r + 1, j] + weight[i, j]
                if trial < best:
                    best = trial
                    root[i, j] = r
            cost[i, j] = best
    return cost, root

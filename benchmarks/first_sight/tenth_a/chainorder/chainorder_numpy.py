import numpy as np


def chainorder(p):
    n = len(p) - 1
    cost = np.zeros((n, n))
    split = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            trial = cost[i, i:j] + cost[i + 1:j + 1, j] + p[i] * p[i + 1:j + 1] * p[j + 1]
            k = np.argmin(trial)
            cost[i, j] = trial[k]
            split[i, j] = i + k
    return cost, split

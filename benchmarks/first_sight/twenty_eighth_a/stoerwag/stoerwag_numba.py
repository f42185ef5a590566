import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def stoerwag(W):
    W = W.copy()
    n = W.shape[0]
    alive, free = np.ones(n, np.bool_), np.empty(n, np.bool_)
    merged, side = np.zeros((n, n), np.bool_), np.zeros(n, np.bool_)
    weight = np.empty(n, np.int64)
    for i in range(n):
        merged[i, i] = True
    best = np.iinfo(np.int64).max
    for turn in range(n - 1):
        weight[:] = 0
        free[:] = alive
        before, last, cut = 0, 0, 0
        k = 0
        while not alive[k]:
            k += 1
        for _ in range(n - turn):
            free[k] = False
            before, last, cut = last, k, weight[k]
            most = -1
            for j in range(n):
                weight[j] += W[last, j]
                if free[j] and weight[j] > most:
                    most = weight[j]
                    k = j
        if cut < best:
            best = cut
            side[:] = merged[last]
        for j in range(n):
            merged[before, j] |= merged[last, j]
            W[before, j] += W[last, j]
        W[before, before] = 0
        for j in range(n):
            W[j, before] = W[before, j]
        alive[last] = False
    return best, side

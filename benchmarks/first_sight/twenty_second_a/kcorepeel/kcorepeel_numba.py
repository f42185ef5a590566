import numba as nb
import numpy as np


@nb.njit
def kcorepeel(indptr, indices):
    n = indptr.size - 1
    degree, core = np.empty(n, np.int64), np.zeros(n, np.int64)
    alive = np.ones(n, np.bool_)
    peel = np.empty(n, np.int64)
    for i in range(n):
        degree[i] = indptr[i + 1] - indptr[i]
    k = rounds = 0
    left = n
    while left > 0:
        count, least = 0, n
        for i in range(n):
            if alive[i]:
                if degree[i] <= k:
                    peel[count] = i
                    count += 1
                least = min(least, degree[i])
        if count == 0:
            k = least
            continue
        for p in range(count):
            i = peel[p]
            core[i] = k
            alive[i] = False
            for e in range(indptr[i], indptr[i + 1]):
                degree[indices[e]] -= 1
        left -= count
        rounds += 1
    return core, k, rounds

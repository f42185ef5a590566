import numba as nb
import numpy as np


@nb.njit
def floydint(D, limit=400):
    n = D.shape[0]
    for k in range(n):
        for i in range(n):
            d = D[i, k]
            for j in range(n):
                D[i, j] = min(D[i, j], d + D[k, j])
    near = np.zeros(n, dtype=np.int64)
    for i in range(n):
        for j in range(n):
            near[j] += D[i, j] < limit
    return near

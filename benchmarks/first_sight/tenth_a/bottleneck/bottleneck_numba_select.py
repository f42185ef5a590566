import numba as nb
import numpy as np


@nb.njit
def bottleneck(W, via):
    n = len(W)
    row = np.empty(n)
    for k in range(n):
        row[:] = W[k]
        for i in range(n):
            a = W[i, k]
            for j in range(n):
                through = row[j] if row[j] < a else a
                old = W[i, j]
                v = via[i, j]
                W[i, j] = through if through > old else old
                via[i, j] = np.int32(k) if through > old else v

import numba as nb
import numpy as np


@nb.njit
def dominant(indptr, indices, values, x, sweeps):
    n = len(x)
    y = np.empty_like(x)
    value = 0.0
    for _ in range(sweeps):
        total = 0.0
        for row in range(n):
            s = 0.0
            for k in range(indptr[row], indptr[row + 1]):
                s += values[k] * x[indices[k]]
            y[row] = s
            total += s * s
        value = np.sqrt(total)
        inverse = 1.0 / value
        for row in range(n):
            x[row] = y[row] * inverse
    return value

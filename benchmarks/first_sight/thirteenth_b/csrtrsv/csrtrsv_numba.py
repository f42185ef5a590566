import numba as nb
import numpy as np


@nb.njit
def precondition(indptr, indices, values, b, steps):
    n = b.size
    x = b.copy()
    sizes = np.zeros(steps)
    for step in range(steps):
        for i in range(n):
            end = indptr[i + 1] - 1
            s = x[i]
            for k in range(indptr[i], end):
                s -= values[k] * x[indices[k]]
            x[i] = s / values[end]
        total = 0.0
        for i in range(n - 1, -1, -1):
            end = indptr[i + 1] - 1
            x[i] /= values[end]
            for k in range(indptr[i], end):
                x[indices[k]] -= values[k] * x[i]
            total += x[i] * x[i]
        sizes[step] = np.sqrt(total)
        for i in range(n):
            x[i] += b[i]
    return x, sizes

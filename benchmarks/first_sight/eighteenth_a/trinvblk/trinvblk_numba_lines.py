import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def invert(L, b):
    """Without blocks: row i of the inverse is a sum of the rows above it."""
    n = L.shape[0]
    line = np.empty(n)
    for i in range(n):
        under = 1.0 / L[i, i]
        line[:i] = 0.0
        for k in range(i):
            f = L[i, k]
            row = L[k]
            for j in range(k + 1):
                line[j] += f * row[j]
        for j in range(i):
            L[i, j] = -line[j] * under
        L[i, i] = under

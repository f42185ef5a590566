import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def adjust(T, p, dp, tol):
    """Column after column."""
    exner = (p / 1e5) ** 0.2857
    weight = dp * exner
    n, levels = T.shape
    turns = np.zeros(n, np.int64)
    theta = np.empty(levels)
    for c in range(n):
        for k in range(levels):
            theta[k] = T[c, k] / exner[k]
        again = True
        while again:
            for k in range(levels - 1, 0, -1):
                if theta[k] > theta[k - 1] + tol:
                    mixed = (weight[k] * theta[k] + weight[k - 1] * theta[k - 1]) / (weight[k] + weight[k - 1])
                    theta[k] = mixed
                    theta[k - 1] = mixed
            turns[c] += 1
            again = False
            for k in range(levels - 1):
                if theta[k + 1] > theta[k] + tol:
                    again = True
                    break
        for k in range(levels):
            T[c, k] = theta[k] * exner[k]
    return turns

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def invert_corner(T):
    """Column after column, each from the ones before it: rows are walked along."""
    n = T.shape[0]
    line = np.empty(n)
    for i in range(n):
        under = 1.0 / T[i, i]
        line[:i] = 0.0
        for k in range(i):
            f = T[i, k]
            for j in range(k + 1):
                line[j] += f * T[k, j]
        for j in range(i):
            T[i, j] = -line[j] * under
        T[i, i] = under


@nb.njit
def invert(L, b):
    n = L.shape[0]
    for k in range(0, n, b):
        e = min(k + b, n)
        invert_corner(L[k:e, k:e])
        if k:
            left = np.dot(L[k:e, :k].copy(), L[:k, :k].copy())
            L[k:e, :k] = -np.dot(L[k:e, k:e].copy(), left)

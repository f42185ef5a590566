import numba as nb
import numpy as np


@nb.njit
def sweep(T, slow, h, i0, i1, di, j0, j1, dj):
    n, m = T.shape
    change = 0.0
    for i in range(i0, i1, di):
        for j in range(j0, j1, dj):
            a = min(T[max(i - 1, 0), j], T[min(i + 1, n - 1), j])
            b = min(T[i, max(j - 1, 0)], T[i, min(j + 1, m - 1)])
            f = slow[i, j] * h
            if abs(a - b) >= f:
                t = min(a, b) + f
            else:
                t = 0.5 * (a + b + np.sqrt(2.0 * f * f - (a - b) ** 2))
            if t < T[i, j]:
                change = max(change, T[i, j] - t)
                T[i, j] = t
    return change


@nb.njit
def arrive(T, slow, h, tol=1e-9):
    n, m = T.shape
    change = 1.0
    while change > tol:
        change = sweep(T, slow, h, 0, n, 1, 0, m, 1)
        change = max(change, sweep(T, slow, h, 0, n, 1, m - 1, -1, -1))
        change = max(change, sweep(T, slow, h, n - 1, -1, -1, 0, m, 1))
        change = max(change, sweep(T, slow, h, n - 1, -1, -1, m - 1, -1, -1))

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def row(indptr, indices, data, x, i):
    total = 0.0
    for p in range(indptr[i], indptr[i + 1]):
        total += data[p] * x[indices[p]]
    return total


@nb.njit(error_model="numpy")
def norm(indptr, indices, data, diag, b, x):
    total = 0.0
    for i in range(x.size):
        r = b[i] - diag[i] * x[i] - row(indptr, indices, data, x, i)
        total += r * r
    return np.sqrt(total)


@nb.njit(error_model="numpy")
def smooth(indptr, indices, data, diag, b, x, tol):
    n = x.size
    goal = tol * np.sqrt(np.sum(b * b))
    sweeps = 0
    residual = norm(indptr, indices, data, diag, b, x)
    while residual > goal and sweeps < 50:
        for i in range(n):
            x[i] = (b[i] - row(indptr, indices, data, x, i)) / diag[i]
        for i in range(n - 1, -1, -1):
            x[i] = (b[i] - row(indptr, indices, data, x, i)) / diag[i]
        residual = norm(indptr, indices, data, diag, b, x)
        sweeps += 1
    return sweeps, residual

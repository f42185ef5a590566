import numpy as np


def sweep(indptr, indices, data, diag, b, x, order):
    for i in order:
        row = slice(indptr[i], indptr[i + 1])
        x[i] = (b[i] - data[row] @ x[indices[row]]) / diag[i]


def norm(indptr, indices, data, diag, b, x):
    total = 0.0
    for i in range(x.size):
        lo, hi = indptr[i], indptr[i + 1]
        total += (b[i] - diag[i] * x[i] - np.sum(data[lo:hi] * x[indices[lo:hi]])) ** 2
    return np.sqrt(total)


def smooth(indptr, indices, data, diag, b, x, tol):
    """data holds what is off the diagonal."""
    n = x.size
    goal = tol * np.linalg.norm(b)
    sweeps = 0
    residual = norm(indptr, indices, data, diag, b, x)
    while residual > goal and sweeps < 50:
        sweep(indptr, indices, data, diag, b, x, range(n))
        sweep(indptr, indices, data, diag, b, x, range(n - 1, -1, -1))
        residual = norm(indptr, indices, data, diag, b, x)
        sweeps += 1
    return sweeps, residual

import numba as nb
import numpy as np


@nb.njit
def spmv(indptr, indices, values, x, y):
    for i in range(len(indptr) - 1):
        s = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            s += values[k] * x[indices[k]]
        y[i] = s


@nb.njit
def conjugate(indptr, indices, values, b, steps):
    n = len(b)
    x = np.zeros(n)
    q = np.empty(n)
    spmv(indptr, indices, values, x, q)
    r = b - q
    p = r.copy()
    rr = r @ r
    residuals = np.empty(steps)
    for s in range(steps):
        spmv(indptr, indices, values, p, q)
        alpha = rr / (p @ q)
        new = 0.0
        for i in range(n):
            x[i] += alpha * p[i]
            r[i] -= alpha * q[i]
            new += r[i] * r[i]
        beta = new / rr
        for i in range(n):
            p[i] = r[i] + beta * p[i]
        rr = new
        residuals[s] = np.sqrt(rr)
    return x, residuals

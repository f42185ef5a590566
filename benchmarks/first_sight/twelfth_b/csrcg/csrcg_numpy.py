import numpy as np


def spmv(indptr, indices, values, x):
    y = np.empty(indptr.size - 1, dtype=values.dtype)
    for i in range(indptr.size - 1):
        cols = indices[indptr[i]:indptr[i + 1]]
        vals = values[indptr[i]:indptr[i + 1]]
        y[i] = vals @ x[cols]
    return y


def conjugate(indptr, indices, values, b, steps):
    x = np.zeros_like(b)
    r = b - spmv(indptr, indices, values, x)
    p = r.copy()
    rr = r @ r
    residuals = np.empty(steps)
    for s in range(steps):
        q = spmv(indptr, indices, values, p)
        alpha = rr / (p @ q)
        x += alpha * p
        r -= alpha * q
        new = r @ r
        p = r + new / rr * p
        rr = new
        residuals[s] = np.sqrt(rr)
    return x, residuals

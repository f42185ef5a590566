import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def solve(x, f):
    """Forward once, back into place: each step is a vector operation over a row held twice."""
    n = x.size
    under = np.empty((n, n))
    for k in range(n - 1):
        for i in range(k + 1, n):
            under[k, i] = x[i] - x[i - k - 1]
    for r in range(f.shape[0]):
        row = f[r]
        for k in range(n - 1):
            for i in range(n - 1, k, -1):
                row[i] = (row[i] - row[i - 1]) / under[k, i]
        for k in range(n - 2, -1, -1):
            xk = x[k]
            for i in range(k, n - 1):
                row[i] -= xk * row[i + 1]

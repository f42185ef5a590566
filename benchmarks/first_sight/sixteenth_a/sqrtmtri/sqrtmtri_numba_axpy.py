import numba as nb
import numpy as np


@nb.njit
def sqrtm_tri(T):
    """Rows from the last to the first: each row takes multiples of the finished rows below it."""
    n = T.shape[0]
    R = np.zeros_like(T)
    d = np.sqrt(np.diag(T))
    for i in range(n - 1, -1, -1):
        row = R[i]
        row[i] = d[i]
        for j in range(i + 1, n):
            row[j] = T[i, j]
        for k in range(i + 1, n):
            x = row[k] / (d[i] + d[k])
            row[k] = x
            below = R[k]
            for j in range(k + 1, n):
                row[j] -= x * below[j]
    return R, np.sqrt(np.sum(R.real**2 + R.imag**2))

import numba as nb
import numpy as np


@nb.njit
def sqrtm_tri(T):
    n = T.shape[0]
    R = np.zeros_like(T)
    column = np.empty(n, T.dtype)
    for j in range(n):
        column[j] = np.sqrt(T[j, j])
        R[j, j] = column[j]
        for i in range(j - 1, -1, -1):
            s = 0.0 + 0.0j
            row = R[i]
            for k in range(i + 1, j):
                s += row[k] * column[k]
            column[i] = (T[i, j] - s) / (row[i] + column[j])
            row[j] = column[i]
    return R, np.sqrt(np.sum(R.real**2 + R.imag**2))

import numba as nb
import numpy as np


@nb.njit
def cholup(L, X):
    """On the transpose of L, all rows of X for a column of L at a time."""
    n = L.shape[0]
    T = L.T.copy()
    for k in range(n):
        t = T[k]
        for m in range(X.shape[0]):
            x = X[m]
            r = np.sqrt(t[k] ** 2 + x[k] ** 2)
            c, s = r / t[k], x[k] / t[k]
            t[k] = r
            for i in range(k + 1, n):
                t[i] = (t[i] + s * x[i]) / c
                x[i] = c * x[i] - s * t[i]
    L[:, :] = T.T

import numba as nb
import numpy as np


@nb.njit
def cholup(L, X):
    for m in range(X.shape[0]):
        x = X[m]
        for k in range(x.shape[0]):
            r = np.sqrt(L[k, k] ** 2 + x[k] ** 2)
            c, s = r / L[k, k], x[k] / L[k, k]
            L[k, k] = r
            for i in range(k + 1, x.shape[0]):
                L[i, k] = (L[i, k] + s * x[i]) / c
                x[i] = c * x[i] - s * L[i, k]

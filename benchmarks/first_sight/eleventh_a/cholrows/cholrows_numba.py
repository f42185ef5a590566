import numba as nb
import numpy as np


@nb.njit(fastmath=True)
def cholrows(A, b):
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            s = A[i, j]
            for k in range(j):
                s -= A[i, k] * A[j, k]
            A[i, j] = s / A[j, j]
        s = A[i, i]
        for k in range(i):
            s -= A[i, k] * A[i, k]
        A[i, i] = np.sqrt(s)
    x = b.copy()
    for i in range(n):
        s = x[i]
        for k in range(i):
            s -= A[i, k] * x[k]
        x[i] = s / A[i, i]
    for i in range(n - 1, -1, -1):
        f = x[i] / A[i, i]
        x[i] = f
        for k in range(i):
            x[k] -= A[i, k] * f
    return x

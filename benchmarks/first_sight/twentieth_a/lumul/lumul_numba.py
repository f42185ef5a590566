import numba as nb
import numpy as np


@nb.njit
def lumul(A):
    n = A.shape[0]
    row = np.empty(n)
    for i in range(n - 1, -1, -1):
        row[:i] = A[i, :i]
        A[i, :i] = 0.0
        for k in range(i):
            f = row[k]
            for j in range(k, n):
                A[i, j] += f * A[k, j]

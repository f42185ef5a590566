import numba as nb
import numpy as np


@nb.njit
def syrkrow(A, C, alpha=1.5, beta=1.2):
    n = A.shape[0]
    P = np.dot(A, A.T)
    for i in range(n):
        for j in range(i + 1):
            C[i, j] = beta * C[i, j] + alpha * P[i, j]

import numba as nb
import numpy as np


@nb.njit
def symmlow(A, B, C, alpha=1.5, beta=1.2):
    n, m = C.shape
    F = A.copy()
    for i in range(n):
        for k in range(i):
            F[k, i] = A[i, k]
    P = np.dot(F, B)
    for i in range(n):
        for j in range(m):
            C[i, j] = beta * C[i, j] + alpha * P[i, j]

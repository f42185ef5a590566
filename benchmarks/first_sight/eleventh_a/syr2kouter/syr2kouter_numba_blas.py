import numba as nb
import numpy as np


@nb.njit
def syr2kouter(A, B, C, alpha=1.5, beta=1.2):
    n = A.shape[0]
    P = np.dot(A, B.T)
    for i in range(n):
        for j in range(n):
            C[i, j] = beta * C[i, j] + alpha * (P[i, j] + P[j, i])

import numba as nb
import numpy as np


@nb.njit
def syr2kouter(A, B, C, alpha=1.5, beta=1.2):
    n, m = A.shape
    P = np.empty((m, n))
    Q = np.empty((m, n))
    for k in range(m):
        for i in range(n):
            P[k, i] = A[i, k]
            Q[k, i] = B[i, k]
    for i in range(n):
        for j in range(n):
            C[i, j] *= beta
        for k in range(m):
            f = alpha * A[i, k]
            g = alpha * B[i, k]
            for j in range(n):
                C[i, j] += f * Q[k, j] + g * P[k, j]

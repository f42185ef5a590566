import numba as nb
import numpy as np


@nb.njit
def herk(alpha, beta, A, C):
    n, k = A.shape
    for i in range(n):
        for j in range(i + 1):
            s = 0.0 + 0.0j
            for p in range(k):
                s += np.conj(A[j, p]) * A[i, p]
            C[i, j] = beta * C[i, j] + alpha * s
        C[i, i] = C[i, i].real

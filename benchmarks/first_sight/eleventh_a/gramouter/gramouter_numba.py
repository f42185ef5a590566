import numba as nb
import numpy as np


@nb.njit
def gramouter(A, Q, R):
    m, n = A.shape
    for k in range(n):
        s = 0.0
        for i in range(m):
            s += A[i, k] * A[i, k]
        d = np.sqrt(s)
        R[k, k] = d
        for j in range(k + 1, n):
            R[k, j] = 0.0
        for i in range(m):
            q = A[i, k] / d
            Q[i, k] = q
            for j in range(k + 1, n):
                R[k, j] += q * A[i, j]
        for i in range(m):
            q = Q[i, k]
            for j in range(k + 1, n):
                A[i, j] -= q * R[k, j]

import numba as nb
import numpy as np


@nb.njit
def mm3sum(A, B, C, D, alpha=0.5):
    n, m = D.shape
    E = np.dot(A, B)
    F = np.dot(E, np.conj(C).T.copy())
    total = 0.0
    for i in range(n):
        for j in range(m):
            D[i, j] += alpha * F[i, j]
            total += D[i, j].real ** 2 + D[i, j].imag ** 2
    return total / (n * m)

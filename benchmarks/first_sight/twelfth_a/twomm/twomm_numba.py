import numba as nb
import numpy as np


@nb.njit
def twomm(alpha, beta, A, B, C, D):
    E = np.dot(np.dot(alpha * A, B.T), C)
    p, s = D.shape
    for i in range(p):
        for j in range(s):
            D[i, j] = E[i, j] + beta * D[i, j]

import numba as nb
import numpy as np


@nb.njit
def gemverlike(A, u1, v1, u2, v2, y, z, w, x, alpha=1.5, beta=1.2):
    n = A.shape[0]
    for i in range(n):
        a, b = u1[i], u2[i]
        for j in range(n):
            A[i, j] += a * v1[j] + b * v2[j]
    x += beta * np.dot(y, A) + z
    w += alpha * np.dot(A, x)

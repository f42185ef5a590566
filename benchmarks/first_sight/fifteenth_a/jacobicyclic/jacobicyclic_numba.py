import numba as nb
import numpy as np


@nb.njit
def rotate(M, p, q, c, s):
    for k in range(M.shape[0]):
        a, b = M[k, p], M[k, q]
        M[k, p] = c * a - s * b
        M[k, q] = s * a + c * b


@nb.njit
def jacobi(A, V, sweeps):
    n = A.shape[0]
    for _ in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(A[p, q]) > 1e-14:
                    theta = (A[q, q] - A[p, p]) / (2.0 * A[p, q])
                    t = 1.0 / (abs(theta) + np.sqrt(1.0 + theta * theta))
                    if theta < 0.0:
                        t = -t
                    c = 1.0 / np.sqrt(1.0 + t * t)
                    rotate(A, p, q, c, t * c)
                    rotate(A.T, p, q, c, t * c)
                    rotate(V, p, q, c, t * c)
    return np.diag(A).copy()

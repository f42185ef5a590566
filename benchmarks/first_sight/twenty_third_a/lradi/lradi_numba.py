import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lradi(A, B, C, shifts, steps, rtol):
    n, m = B.shape
    W = B.copy()
    Z = np.zeros((n, m * steps))
    norms = np.zeros(steps)
    first = np.linalg.norm(B.T @ B)
    used = 0
    for k in range(steps):
        p = shifts[k % shifts.size]
        M = A.copy()
        for i in range(n):
            M[i, i] += p
        V = np.linalg.solve(M, W)
        root = np.sqrt(-2.0 * p)
        for i in range(n):
            for j in range(m):
                W[i, j] -= 2.0 * p * V[i, j]
                Z[i, k * m + j] = root * V[i, j]
        norms[k] = np.linalg.norm(W.T @ W) / first
        used = k + 1
        if norms[k] < rtol:
            break
    seen = C @ Z
    return Z, norms, seen @ seen.T, used

import numba as nb
import numpy as np


@nb.njit
def simrank(A, S, steps, c=0.8, tol=1e-6):
    n = A.shape[0]
    W = A.copy()
    for j in range(n):
        degree = np.sum(A[:, j])
        if degree > 0.0:
            W[:, j] /= degree
    Wt = np.ascontiguousarray(W.T)
    S[:] = np.eye(n)
    t = 0
    for t in range(steps):
        R = Wt @ S @ W
        change = 0.0
        for i in range(n):
            for j in range(n):
                value = 1.0 if i == j else c * R[i, j]
                change = max(change, abs(value - S[i, j]))
                S[i, j] = value
        if change < tol:
            break
    return t

import numba as nb
import numpy as np


@nb.njit
def doitgenlike(A, C):
    R, Q, P = A.shape
    total = np.empty(P)
    for r in range(R):
        for q in range(Q):
            for p in range(P):
                total[p] = 0.0
            for s in range(P):
                a = A[r, q, s]
                for p in range(P):
                    total[p] += a * C[s, p]
            for p in range(P):
                A[r, q, p] = total[p]

import numpy as np


def doitgenlike(A, C):
    total = np.empty(C.shape[1])
    for r in range(A.shape[0]):
        for q in range(A.shape[1]):
            total[:] = 0.0
            for s in range(A.shape[2]):
                total += A[r, q, s] * C[s]
            A[r, q, :] = total

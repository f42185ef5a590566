import numpy as np


def chain(A, B, C, d):
    count, m = d.shape
    upper = np.zeros((count, m, m))
    x = np.zeros((count, m))
    for i in range(count):
        block = B[i].copy()
        rhs = d[i].copy()
        if i > 0:
            block -= A[i] @ upper[i - 1]
            rhs -= A[i] @ x[i - 1]
        if i < count - 1:
            upper[i] = np.linalg.solve(block, C[i])
        x[i] = np.linalg.solve(block, rhs)
    for i in range(count - 2, -1, -1):
        x[i] -= upper[i] @ x[i + 1]
    return x

import numpy as np


def symmlow(A, B, C, alpha=1.5, beta=1.2):
    n, m = C.shape
    for i in range(n):
        for j in range(m):
            C[:i, j] += alpha * B[i, j] * A[i, :i]
            above = np.dot(A[i, :i], B[:i, j])
            C[i, j] = beta * C[i, j] + alpha * (A[i, i] * B[i, j] + above)

import numpy as np


def trmmleft(alpha, A, B):
    m, n = B.shape
    for i in range(m):
        for j in range(n):
            B[i, j] += np.dot(A[i + 1:, i], B[i + 1:, j])
            B[i, j] *= alpha

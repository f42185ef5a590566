import numpy as np


def cholcols(A):
    n = len(A)
    L = np.zeros((n, n))
    logdet = 0.0
    for j in range(n):
        L[j, j] = np.sqrt(A[j, j] - np.sum(L[j, :j] ** 2))
        logdet = logdet + 2.0 * np.log(L[j, j])
        for i in range(j + 1, n):
            L[i, j] = (A[i, j] - np.sum(L[i, :j] * L[j, :j])) / L[j, j]
    return L, logdet

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def zcawhiten(x, eps=1e-3):
    n, d = x.shape
    mean, y = np.zeros(d), np.empty((n, d))
    for i in range(n):
        for j in range(d):
            mean[j] += x[i, j]
    for j in range(d):
        mean[j] /= n
    for i in range(n):
        for j in range(d):
            y[i, j] = x[i, j] - mean[j]
    values, vectors = np.linalg.eigh(np.dot(y.T, y) / (n - 1))
    vectors = np.ascontiguousarray(vectors)
    return np.dot(y, np.dot(vectors / np.sqrt(values + eps), vectors.T))

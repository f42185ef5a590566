import numpy as np


def hessred(A):
    n = A.shape[0]
    for k in range(n - 2):
        x = A[k + 1:, k]
        v = x.copy()
        sigma = np.sqrt(np.sum(x ** 2))
        if v[0] >= 0.0:
            v[0] = v[0] + sigma
        else:
            v[0] = v[0] - sigma
        v = v / np.linalg.norm(v)
        A[k + 1:, k:] = A[k + 1:, k:] - 2.0 * np.outer(v, np.dot(v, A[k + 1:, k:]))
        A[:, k + 1:] = A[:, k + 1:] - 2.0 * np.outer(np.dot(A[:, k + 1:], v), v)
        A[k + 2:, k] = 0.0

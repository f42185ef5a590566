import numpy as np


def lublock(A, width):
    n = A.shape[0]
    for k in range(0, n, width):
        e = min(k + width, n)
        for j in range(k, e):
            A[j + 1:, j] /= A[j, j]
            A[j + 1:, j + 1:e] -= np.outer(A[j + 1:, j], A[j, j + 1:e])
        for j in range(k + 1, e):
            A[j, e:] -= A[j, k:j] @ A[k:j, e:]
        A[e:, e:] -= A[e:, k:e] @ A[k:e, e:]

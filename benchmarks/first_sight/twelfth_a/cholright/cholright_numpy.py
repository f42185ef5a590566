import numpy as np


def cholright(A):
    """A is used up; returns the factor with zeros above."""
    n = A.shape[0]
    for k in range(n):
        A[k, k] = np.sqrt(A[k, k])
        A[k + 1:, k] /= A[k, k]
        A[k + 1:, k + 1:] -= A[k + 1:, k, None] * A[None, k + 1:, k]
    return np.tril(A)

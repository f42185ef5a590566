import numpy as np


def crout(A, b):
    """A becomes L with its diagonal below and U without its ones above, b the solution."""
    n = A.shape[0]
    for j in range(n):
        A[j:, j] -= A[j:, :j] @ A[:j, j]
        A[j, j + 1:] -= A[j, :j] @ A[:j, j + 1:]
        A[j, j + 1:] /= A[j, j]
    for i in range(n):
        b[i] = (b[i] - np.dot(A[i, :i], b[:i])) / A[i, i]
    for i in range(n - 2, -1, -1):
        b[i] -= np.dot(A[i, i + 1:], b[i + 1:])
    return np.sum(np.log(np.abs(np.diag(A))))

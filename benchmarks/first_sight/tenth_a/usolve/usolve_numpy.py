import numpy as np


def usolve(U, B):
    """Solve U X = B in place for an upper triangular U, and return the norm of each column of X."""
    n, m = B.shape
    for i in range(n - 1, -1, -1):
        B[i] -= U[i, i + 1:] @ B[i + 1:]
        B[i] /= U[i, i]
    return np.sqrt(np.sum(B ** 2, axis=0))

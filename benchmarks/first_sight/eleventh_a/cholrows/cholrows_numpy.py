import numpy as np


def cholrows(A, b):
    """The lower triangle of A becomes L; returns the solution of A x = b."""
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[j, :j]
            A[i, j] /= A[j, j]
        A[i, i] = np.sqrt(A[i, i] - A[i, :i] @ A[i, :i])
    x = b.copy()
    for i in range(n):
        x[i] = (x[i] - A[i, :i] @ x[:i]) / A[i, i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - A[i + 1:, i] @ x[i + 1:]) / A[i, i]
    return x

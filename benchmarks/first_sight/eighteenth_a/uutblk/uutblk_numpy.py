import numpy as np


def factor_corner(T):
    for j in range(len(T) - 1, -1, -1):
        T[j, j] = np.sqrt(T[j, j] - T[j, j + 1:] @ T[j, j + 1:])
        T[:j, j] = (T[:j, j] - T[:j, j + 1:] @ T[j, j + 1:]) / T[j, j]


def factor(A, b):
    """A becomes U with A = U U^T, from the last block to the first."""
    n = len(A)
    for e in range(n, 0, -b):
        s = max(e - b, 0)
        factor_corner(A[s:e, s:e])
        for j in range(e - 1, s - 1, -1):
            A[:s, j] = (A[:s, j] - A[:s, j + 1:e] @ A[j, j + 1:e]) / A[j, j]
        A[:s, :s] -= A[:s, s:e] @ A[:s, s:e].T
    A[:] = np.triu(A)

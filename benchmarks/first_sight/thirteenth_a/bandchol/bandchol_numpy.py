import numpy as np


def bandsolve(ab, b):
    """ab[d, j] is the entry in row j + d and column j."""
    w = ab.shape[0] - 1
    n = ab.shape[1]
    for j in range(n):
        k = min(w, n - 1 - j)
        ab[0, j] = np.sqrt(ab[0, j])
        ab[1:k + 1, j] /= ab[0, j]
        for i in range(1, k + 1):
            ab[:k - i + 1, j + i] -= ab[i, j] * ab[i:k + 1, j]
    for j in range(n):
        k = min(w, n - 1 - j)
        b[j] /= ab[0, j]
        b[j + 1:j + k + 1] -= b[j] * ab[1:k + 1, j]
    for j in range(n - 1, -1, -1):
        k = min(w, n - 1 - j)
        b[j] = (b[j] - ab[1:k + 1, j] @ b[j + 1:j + k + 1]) / ab[0, j]

import numpy as np


def rotation(a, b):
    """c and s so that -s a + c b = 0."""
    if b == 0.0:
        return 1.0, 0.0
    if abs(b) > abs(a):
        t = a / b
        s = 1.0 / np.sqrt(1.0 + t * t)
        return s * t, s
    t = b / a
    c = 1.0 / np.sqrt(1.0 + t * t)
    return c, c * t


def givensqr(A, b):
    """A becomes upper triangular, and b is rotated along."""
    m, n = A.shape
    for j in range(n):
        for i in range(m - 1, j, -1):
            c, s = rotation(A[i - 1, j], A[i, j])
            upper = A[i - 1, j:].copy()
            lower = A[i, j:].copy()
            A[i - 1, j:] = c * upper + s * lower
            A[i, j:] = c * lower - s * upper
            A[i, j] = 0.0
            b[i - 1], b[i] = c * b[i - 1] + s * b[i], c * b[i] - s * b[i - 1]

import numpy as np


def lupivot(A, b):
    """Returns x with A x = b, and the sign and the logarithm of the determinant; A and b are used up."""
    n = len(b)
    sign = 1.0
    for k in range(n - 1):
        p = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[p, k]):
                p = i
        if p != k:
            A[[k, p]] = A[[p, k]]
            b[k], b[p] = b[p], b[k]
            sign = -sign
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            A[i, k:] = A[i, k:] - factor * A[k, k:]
            b[i] = b[i] - factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - np.sum(A[i, i + 1:] * x[i + 1:])) / A[i, i]
    diagonal = np.diag(A)
    return x, sign * np.prod(np.sign(diagonal)), np.sum(np.log(np.abs(diagonal)))

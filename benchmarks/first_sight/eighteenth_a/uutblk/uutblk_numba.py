import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def factor(A, b):
    """A block of columns is factored in a transposed copy, so that columns lie along memory; the rest is a product."""
    n = A.shape[0]
    for e in range(n, 0, -b):
        s = max(e - b, 0)
        W = A[:e, s:e].T.copy()
        for j in range(e - s - 1, -1, -1):
            column, row = W[j], s + j
            for k in range(j + 1, e - s):
                other = W[k]
                f = other[row]
                for i in range(row + 1):
                    column[i] -= other[i] * f
            pivot = np.sqrt(column[row])
            column[row] = pivot
            for i in range(row):
                column[i] /= pivot
        for i in range(e):
            for j in range(e - s):
                A[i, s + j] = W[j, i] if i <= s + j else 0.0
        if s:
            left = A[:s, s:e].copy()
            A[:s, :s] -= np.dot(left, left.T)
        for i in range(s, e):
            A[i, :s] = 0.0

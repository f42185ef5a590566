import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def rotation(a, b):
    r = np.hypot(a, b)
    if r == 0.0:
        return 1.0, 0.0
    return a / r, b / r


@nb.njit(error_model="numpy")
def reflect(x, M, first, column):
    """Rows from `first`, columns from `column`, less twice the outer product with x."""
    n = M.shape[1]
    w = np.zeros(n)
    for i in range(x.size):
        for j in range(column, n):
            w[j] += x[i] * M[first + i, j]
    for i in range(x.size):
        for j in range(column, n):
            M[first + i, j] -= 2.0 * x[i] * w[j]


@nb.njit(error_model="numpy")
def rows(M, i, first, c, s):
    for k in range(first, M.shape[1]):
        a, b = M[i - 1, k], M[i, k]
        M[i - 1, k] = c * a + s * b
        M[i, k] = c * b - s * a


@nb.njit(error_model="numpy")
def columns(M, i, last, c, s):
    for k in range(last):
        a, b = M[k, i - 1], M[k, i]
        M[k, i - 1] = c * a - s * b
        M[k, i] = s * a + c * b


@nb.njit(error_model="numpy")
def qzhess(A, B):
    n = A.shape[0]
    Q, Z = np.eye(n), np.eye(n)
    for k in range(n - 1):
        x = B[k:, k].copy()
        size = np.sqrt(np.sum(x * x))
        if size == 0.0:
            continue
        x[0] += size if x[0] >= 0.0 else -size
        x /= np.sqrt(np.sum(x * x))
        reflect(x, B, k, k)
        reflect(x, A, k, 0)
        for r in range(n):
            w = 0.0
            for i in range(x.size):
                w += Q[r, k + i] * x[i]
            for i in range(x.size):
                Q[r, k + i] -= 2.0 * w * x[i]
        B[k + 1:, k] = 0.0
    for j in range(n - 2):
        for i in range(n - 1, j + 1, -1):
            c, s = rotation(A[i - 1, j], A[i, j])
            rows(A, i, j, c, s)
            rows(B, i, i - 1, c, s)
            columns(Q, i, n, c, -s)
            A[i, j] = 0.0
            c, s = rotation(B[i, i], B[i, i - 1])
            columns(B, i, i + 1, c, s)
            columns(A, i, n, c, s)
            columns(Z, i, n, c, s)
            B[i, i - 1] = 0.0
    return Q, Z

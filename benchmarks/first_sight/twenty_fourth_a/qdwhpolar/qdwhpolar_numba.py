import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def substitute(C, B):
    """C C^T X = B, in place, with C lower triangular and B in rows."""
    n, m = B.shape
    for i in range(n):
        for k in range(i):
            for j in range(m):
                B[i, j] -= C[i, k] * B[k, j]
        for j in range(m):
            B[i, j] /= C[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            for j in range(m):
                B[i, j] -= C[k, i] * B[k, j]
        for j in range(m):
            B[i, j] /= C[i, i]


@nb.njit(error_model="numpy")
def qdwhpolar(A, lower):
    m, n = A.shape
    X = A / np.sqrt(np.sum(A * A))
    l, gap, steps = lower, 1.0, 0
    while gap > 1e-8 and steps < 20:
        d = np.cbrt(4.0 * (1.0 - l ** 2) / l ** 4)
        r = np.sqrt(1.0 + d)
        a = r + 0.5 * np.sqrt(8.0 - 4.0 * d + 8.0 * (2.0 - l ** 2) / (l ** 2 * r))
        b = 0.25 * (a - 1.0) ** 2
        c = a + b - 1.0
        if c > 100.0:
            S = np.zeros((m + n, n))
            S[:m] = np.sqrt(c) * X
            for i in range(n):
                S[m + i, i] = 1.0
            Q, _ = np.linalg.qr(S)
            new = np.ascontiguousarray(Q[:m]) @ np.ascontiguousarray(Q[m:].T)
            factor = (a - b / c) / np.sqrt(c)
        else:
            W = X.T @ X
            for i in range(n):
                for j in range(n):
                    W[i, j] *= c
                W[i, i] += 1.0
            Y = np.ascontiguousarray(X.T)
            substitute(np.linalg.cholesky(W), Y)
            new = np.ascontiguousarray(Y.T)
            factor = a - b / c
        gap = 0.0
        for i in range(m):
            for j in range(n):
                v = b / c * X[i, j] + factor * new[i, j]
                gap += (v - X[i, j]) ** 2
                X[i, j] = v
        gap = np.sqrt(gap)
        l = min(l * (a + b * l ** 2) / (1.0 + c * l ** 2), 1.0)
        steps += 1
    H = X.T @ A
    return X, 0.5 * (H + H.T), steps

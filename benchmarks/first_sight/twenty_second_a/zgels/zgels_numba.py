import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def apply(w, M, k, first):
    m, n = M.shape
    dots = np.zeros(n, M.dtype)
    for i in range(k, m):
        f = np.conj(w[i])
        for j in range(first, n):
            dots[j] += f * M[i, j]
    for i in range(k, m):
        f = 2.0 * w[i]
        for j in range(first, n):
            M[i, j] -= f * dots[j]


@nb.njit(error_model="numpy")
def zgels(A, B):
    m, n = A.shape
    rhs = B.shape[1]
    w = np.zeros(m, A.dtype)
    for k in range(n):
        norm = 0.0
        for i in range(k, m):
            w[i] = A[i, k]
            norm += w[i].real ** 2 + w[i].imag ** 2
        norm = np.sqrt(norm)
        phase = w[k] / np.abs(w[k]) if w[k] != 0 else 1.0 + 0j
        w[k] += phase * norm
        length = 0.0
        for i in range(k, m):
            length += w[i].real ** 2 + w[i].imag ** 2
        length = np.sqrt(length)
        for i in range(k, m):
            w[i] /= length
            A[i, k] = 0.0
        A[k, k] = -phase * norm
        apply(w, A, k, k + 1)
        apply(w, B, k, 0)
    X = np.zeros((n, rhs), A.dtype)
    for i in range(n - 1, -1, -1):
        for c in range(rhs):
            X[i, c] = B[i, c]
        for j in range(i + 1, n):
            f = A[i, j]
            for c in range(rhs):
                X[i, c] -= f * X[j, c]
        for c in range(rhs):
            X[i, c] /= A[i, i]
    left = np.zeros(rhs)
    for i in range(n, m):
        for c in range(rhs):
            left[c] += B[i, c].real ** 2 + B[i, c].imag ** 2
    return X, np.sqrt(left)

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def panel(P, tau):
    """The transposed panel: columns lie along memory."""
    k, m = P.shape
    for j in range(k):
        v = P[j]
        square = 0.0
        for i in range(j, m):
            square += v[i] * v[i]
        alpha = -np.copysign(np.sqrt(square), v[j])
        tau[j] = (alpha - v[j]) / alpha
        under = 1.0 / (v[j] - alpha)
        for i in range(j + 1, m):
            v[i] *= under
        v[j] = alpha
        for c in range(j + 1, k):
            other = P[c]
            w = other[j]
            for i in range(j + 1, m):
                w += v[i] * other[i]
            w *= tau[j]
            other[j] -= w
            for i in range(j + 1, m):
                other[i] -= w * v[i]


@nb.njit
def qr(A, tau, b):
    m, n = A.shape
    for s in range(0, n, b):
        e = min(s + b, n)
        k = e - s
        V = A[s:, s:e].T.copy()
        panel(V, tau[s:e])
        for i in range(m - s):
            for j in range(k):
                A[s + i, s + j] = V[j, i]
        if e < n:
            for j in range(k):
                V[j, :j] = 0.0
                V[j, j] = 1.0
            G = np.dot(V, V.T)
            T = np.zeros((k, k))
            for i in range(k):
                for r in range(i):
                    total = 0.0
                    for c in range(r, i):
                        total += T[r, c] * G[c, i]
                    T[r, i] = -tau[s + i] * total
                T[i, i] = tau[s + i]
            right = A[s:, e:].copy()
            right -= np.dot(V.T, np.dot(T.T, np.dot(V, right)))
            A[s:, e:] = right

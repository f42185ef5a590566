import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def cauchygko(t, s, G, B, rhs):
    n, r = G.shape
    t, G, B, x = t.copy(), G.copy(), B.copy(), rhs.copy()
    order = np.arange(n)
    L, U = np.zeros((n, n), np.complex128), np.zeros((n, n), np.complex128)
    low = np.empty(n, np.complex128)
    for k in range(n):
        p, most = k, -1.0
        for i in range(k, n):
            total = 0.0j
            for l in range(r):
                total += G[i, l] * B[l, k]
            low[i] = total / (t[i] - s[k])
            size = np.abs(low[i])
            if size > most:
                p, most = i, size
        if p != k:
            low[k], low[p] = low[p], low[k]
            t[k], t[p] = t[p], t[k]
            order[k], order[p] = order[p], order[k]
            x[k], x[p] = x[p], x[k]
            for l in range(r):
                G[k, l], G[p, l] = G[p, l], G[k, l]
            for j in range(k):
                L[k, j], L[p, j] = L[p, j], L[k, j]
        for j in range(k, n):
            total = 0.0j
            for l in range(r):
                total += G[k, l] * B[l, j]
            U[k, j] = total / (t[k] - s[j])
        inverse = 1.0 / low[k]
        for i in range(k + 1, n):
            f = low[i] * inverse
            L[i, k] = f
            for l in range(r):
                G[i, l] -= f * G[k, l]
        inverse = 1.0 / U[k, k]
        for l in range(r):
            f = B[l, k] * inverse
            for j in range(k + 1, n):
                B[l, j] -= f * U[k, j]
    for i in range(n):
        total = x[i]
        for j in range(i):
            total -= L[i, j] * x[j]
        x[i] = total
    for i in range(n - 1, -1, -1):
        total = x[i]
        for j in range(i + 1, n):
            total -= U[i, j] * x[j]
        x[i] = total / U[i, i]
    return x, order

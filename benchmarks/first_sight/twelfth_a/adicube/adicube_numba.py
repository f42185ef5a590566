import numba as nb
import numpy as np


@nb.njit
def adicube(u, T, r=0.4):
    n = u.shape[0]
    c = np.empty(n)
    p = np.empty(n)
    p[0] = 1.0 + 2.0 * r
    c[0] = r / p[0]
    for i in range(1, n):
        p[i] = 1.0 + 2.0 * r - r * c[i - 1]
        c[i] = r / p[i]
    peak = np.zeros(T)
    for t in range(T):
        for j in range(n):
            for k in range(n):
                u[0, j, k] /= p[0]
        for i in range(1, n):
            for j in range(n):
                for k in range(n):
                    u[i, j, k] = (u[i, j, k] + r * u[i - 1, j, k]) / p[i]
        for i in range(n - 2, -1, -1):
            for j in range(n):
                for k in range(n):
                    u[i, j, k] += c[i] * u[i + 1, j, k]
        top = -np.inf
        for i in range(n):
            for k in range(n):
                u[i, 0, k] /= p[0]
            for j in range(1, n):
                for k in range(n):
                    u[i, j, k] = (u[i, j, k] + r * u[i, j - 1, k]) / p[j]
            for j in range(n - 2, -1, -1):
                for k in range(n):
                    u[i, j, k] += c[j] * u[i, j + 1, k]
            for j in range(n):
                u[i, j, 0] /= p[0]
                for k in range(1, n):
                    u[i, j, k] = (u[i, j, k] + r * u[i, j, k - 1]) / p[k]
                top = max(top, u[i, j, n - 1])
                for k in range(n - 2, -1, -1):
                    u[i, j, k] += c[k] * u[i, j, k + 1]
                    top = max(top, u[i, j, k])
        peak[t] = top
    return peak

import numba as nb
import numpy as np

GRAVITY = 9.81
DT = 0.002
DX = 0.05


@nb.njit
def shallow(h, u, v, b, T):
    n, m = h.shape
    h2 = np.empty((n, m))
    u2 = np.empty((n, m))
    v2 = np.empty((n, m))
    for t in range(T):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                w = 1.0 / (2.0 * DX)
                dh = w * ((h[i + 1, j] - b[i + 1, j]) * u[i + 1, j] - (h[i - 1, j] - b[i - 1, j]) * u[i - 1, j]
                          + (h[i, j + 1] - b[i, j + 1]) * v[i, j + 1] - (h[i, j - 1] - b[i, j - 1]) * v[i, j - 1])
                du = w * (u[i, j] * (u[i + 1, j] - u[i - 1, j]) + v[i, j] * (u[i, j + 1] - u[i, j - 1])
                          + GRAVITY * (h[i + 1, j] - h[i - 1, j]))
                dv = w * (u[i, j] * (v[i + 1, j] - v[i - 1, j]) + v[i, j] * (v[i, j + 1] - v[i, j - 1])
                          + GRAVITY * (h[i, j + 1] - h[i, j - 1]))
                h2[i, j] = 0.9 * h[i, j] + 0.025 * (h[i + 1, j] + h[i - 1, j] + h[i, j + 1] + h[i, j - 1]) - DT * dh
                u2[i, j] = 0.9 * u[i, j] + 0.025 * (u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1]) - DT * du
                v2[i, j] = 0.9 * v[i, j] + 0.025 * (v[i + 1, j] + v[i - 1, j] + v[i, j + 1] + v[i, j - 1]) - DT * dv
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                h[i, j] = h2[i, j]
                u[i, j] = u2[i, j]
                v[i, j] = v2[i, j]
        for j in range(m):
            h[0, j] = h[1, j]
            h[n - 1, j] = h[n - 2, j]
        for i in range(n):
            h[i, 0] = h[i, 1]
            h[i, m - 1] = h[i, m - 2]
        for j in range(m):
            u[0, j] = -u[1, j]
            u[n - 1, j] = -u[n - 2, j]
        for i in range(n):
            v[i, 0] = -v[i, 1]
            v[i, m - 1] = -v[i, m - 2]

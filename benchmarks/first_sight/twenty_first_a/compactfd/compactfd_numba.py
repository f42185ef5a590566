import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lines(g, lower, over, c, h, d):
    """Derivatives along the first axis of n planes of any number of points."""
    n, m = g.shape
    for i in range(m):
        d[0, i] = (-2.5 * g[0, i] + 2.0 * g[1, i] + 0.5 * g[2, i]) / h
    for k in range(1, n):
        for i in range(m):
            if k == n - 1:
                r = (2.5 * g[k, i] - 2.0 * g[k - 1, i] - 0.5 * g[k - 2, i]) / h
            elif k == 1 or k == n - 2:
                r = 0.75 * (g[k + 1, i] - g[k - 1, i]) / h
            else:
                r = 7.0 / 9.0 * (g[k + 1, i] - g[k - 1, i]) / h + (g[k + 2, i] - g[k - 2, i]) / (36.0 * h)
            d[k, i] = (r - lower[k] * d[k - 1, i]) * over[k]
    for k in range(n - 2, -1, -1):
        for i in range(m):
            d[k, i] -= c[k] * d[k + 1, i]


@nb.njit(error_model="numpy")
def compactfd(u, steps, dt=0.002):
    n = u.shape[1]
    h = 1.0 / (n - 1)
    lower, over, c = np.full(n, 1.0 / 3.0), np.ones(n), np.empty(n)
    lower[1] = lower[n - 2] = 0.25
    lower[n - 1] = 2.0
    c[0] = 2.0
    for k in range(1, n):
        over[k] = 1.0 / (1.0 - lower[k] * c[k - 1])
        c[k] = lower[n - 1 - k] * over[k]
    plane, turned = np.empty((n, n)), np.empty((n, n))
    full = np.empty((n, n * n))
    for _ in range(steps):
        old = u.copy()
        for m in range(3):
            lines(old[m].reshape(n, n * n), lower, over, c, h, full)
            w = full.reshape(n, n, n)
            for i in range(n):
                for j in range(n):
                    for k in range(n):
                        u[m, i, j, k] = 0.0 - old[2, i, j, k] * w[i, j, k]
            for i in range(n):
                lines(old[m, i], lower, over, c, h, plane)
                for j in range(n):
                    for k in range(n):
                        u[m, i, j, k] -= old[1, i, j, k] * plane[j, k]
                for j in range(n):
                    for k in range(n):
                        turned[k, j] = old[m, i, j, k]
                lines(turned, lower, over, c, h, plane)
                for j in range(n):
                    for k in range(n):
                        u[m, i, j, k] = old[m, i, j, k] + dt * (u[m, i, j, k] - old[0, i, j, k] * plane[k, j])
    return np.max(np.abs(u))

import numba as nb
import numpy as np


@nb.njit
def edges(f):
    """The frame around a field takes its nearest value."""
    h, w = f.shape
    for j in range(1, w - 1):
        f[0, j] = f[1, j]
        f[h - 1, j] = f[h - 2, j]
    for i in range(h):
        f[i, 0] = f[i, 1]
        f[i, w - 1] = f[i, w - 2]


@nb.njit
def around(f, i, j):
    return ((f[i - 1, j] + f[i + 1, j] + f[i, j - 1] + f[i, j + 1]) * (1.0 / 6.0)
            + (f[i - 1, j - 1] + f[i - 1, j + 1] + f[i + 1, j - 1] + f[i + 1, j + 1]) * (1.0 / 12.0))


@nb.njit
def flow(first, second, alpha, turns):
    h, w = first.shape
    fx, fy, ft, over = np.empty((h, w)), np.empty((h, w)), np.empty((h, w)), np.empty((h, w))
    for i in range(h):
        up, down = max(i - 1, 0), min(i + 1, h - 1)
        for j in range(w):
            left, right = max(j - 1, 0), min(j + 1, w - 1)
            fy[i, j] = 0.5 * (first[down, j] + second[down, j] - first[up, j] - second[up, j]) / (down - up)
            fx[i, j] = 0.5 * (first[i, right] + second[i, right] - first[i, left] - second[i, left]) / (right - left)
            ft[i, j] = second[i, j] - first[i, j]
            over[i, j] = 1.0 / (alpha * alpha + fx[i, j] ** 2 + fy[i, j] ** 2)
    u, v = np.zeros((h + 2, w + 2)), np.zeros((h + 2, w + 2))
    u2, v2 = np.zeros((h + 2, w + 2)), np.zeros((h + 2, w + 2))
    residual = np.zeros(turns)
    for turn in range(turns):
        total = 0.0
        for i in range(h):
            for j in range(w):
                ubar, vbar = around(u, i + 1, j + 1), around(v, i + 1, j + 1)
                share = (fx[i, j] * ubar + fy[i, j] * vbar + ft[i, j]) * over[i, j]
                a, b = ubar - fx[i, j] * share, vbar - fy[i, j] * share
                u2[i + 1, j + 1], v2[i + 1, j + 1] = a, b
                miss = fx[i, j] * a + fy[i, j] * b + ft[i, j]
                total += miss * miss
        edges(u2)
        edges(v2)
        u, u2 = u2, u
        v, v2 = v2, v
        residual[turn] = np.sqrt(total / (h * w))
    return u[1:-1, 1:-1].copy(), v[1:-1, 1:-1].copy(), residual

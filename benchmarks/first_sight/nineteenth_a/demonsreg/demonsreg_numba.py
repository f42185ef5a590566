import numba as nb
import numpy as np


@nb.njit
def smooth(f, t):
    h, w = f.shape
    for i in range(h):
        a, b, c, d, e = f[max(i - 2, 0)], f[max(i - 1, 0)], f[i], f[min(i + 1, h - 1)], f[min(i + 2, h - 1)]
        for j in range(w):
            t[i, j] = (a[j] + 4.0 * b[j] + 6.0 * c[j] + 4.0 * d[j] + e[j]) / 16.0
    for i in range(h):
        r = t[i]
        for j in range(2, w - 2):
            f[i, j] = (r[j - 2] + 4.0 * r[j - 1] + 6.0 * r[j] + 4.0 * r[j + 1] + r[j + 2]) / 16.0
        for j in (0, 1, w - 2, w - 1):
            f[i, j] = (r[max(j - 2, 0)] + 4.0 * r[max(j - 1, 0)] + 6.0 * r[j] + 4.0 * r[min(j + 1, w - 1)] + r[min(j + 2, w - 1)]) / 16.0


@nb.njit
def gradient(f):
    h, w = f.shape
    gy, gx = np.empty((h, w)), np.empty((h, w))
    for i in range(h):
        u, d = max(i - 1, 0), min(i + 1, h - 1)
        s = 1.0 / (d - u)
        for j in range(w):
            gy[i, j] = (f[d, j] - f[u, j]) * s
        for j in range(1, w - 1):
            gx[i, j] = (f[i, j + 1] - f[i, j - 1]) * 0.5
        gx[i, 0], gx[i, w - 1] = f[i, 1] - f[i, 0], f[i, w - 1] - f[i, w - 2]
    return gy, gx


@nb.njit(error_model="numpy")
def register(fixed, moving, turns):
    h, w = fixed.shape
    dy, dx, t = np.zeros((h, w)), np.zeros((h, w)), np.empty((h, w))
    gy, gx = gradient(fixed)
    history = np.empty(turns)
    for turn in range(turns):
        total = 0.0
        for r in range(h):
            for c in range(w):
                y, x = min(max(r + dy[r, c], 0.0), h - 1.001), min(max(c + dx[r, c], 0.0), w - 1.001)
                i, j = int(y), int(x)
                a, b = y - i, x - j
                gap = ((1.0 - a) * ((1.0 - b) * moving[i, j] + b * moving[i, j + 1])
                       + a * ((1.0 - b) * moving[i + 1, j] + b * moving[i + 1, j + 1])) - fixed[r, c]
                square = gap * gap
                total += square
                below = gy[r, c] ** 2 + gx[r, c] ** 2 + square
                if below > 1e-9:
                    step = gap / below
                    dy[r, c] -= step * gy[r, c]
                    dx[r, c] -= step * gx[r, c]
        smooth(dy, t)
        smooth(dx, t)
        history[turn] = total / (h * w)
    yy, yx = gradient(dy)
    xy, xx = gradient(dx)
    least = np.inf
    for i in range(h):
        for j in range(w):
            least = min(least, (1.0 + yy[i, j]) * (1.0 + xx[i, j]) - yx[i, j] * xy[i, j])
    return dy, dx, history, least

import numba as nb
import numpy as np


@nb.njit
def place(x, y, n, m):
    x = min(max(x, 0.0), n - 1.001)
    y = min(max(y, 0.0), m - 1.001)
    i, j = int(x), int(y)
    return i, j, x - i, y - j


@nb.njit
def sample(f, i, j, a, b):
    return ((1.0 - a) * (1.0 - b) * f[i, j] + a * (1.0 - b) * f[i + 1, j]
            + (1.0 - a) * b * f[i, j + 1] + a * b * f[i + 1, j + 1])


@nb.njit
def rates(x, y, p, q, index, gx, gy):
    i, j, a, b = place(x, y, index.shape[0], index.shape[1])
    n = sample(index, i, j, a, b)
    return p / n, q / n, sample(gx, i, j, a, b), sample(gy, i, j, a, b)


@nb.njit
def gradient(f):
    n, m = f.shape
    gx, gy = np.empty((n, m)), np.empty((n, m))
    for i in range(n):
        for j in range(m):
            lower, upper = max(i - 1, 0), min(i + 1, n - 1)
            gx[i, j] = (f[upper, j] - f[lower, j]) / (upper - lower)
            left, right = max(j - 1, 0), min(j + 1, m - 1)
            gy[i, j] = (f[i, right] - f[i, left]) / (right - left)
    return gx, gy


@nb.njit
def trace(index, pos, direction, steps):
    gx, gy = gradient(index)
    h = 0.9 * index.shape[0] / steps
    rays = pos.shape[0]
    out, end = np.empty((rays, 2)), np.empty((rays, 2))
    path = np.zeros((steps, 2))
    for r in range(rays):
        x, y = pos[r, 0], pos[r, 1]
        i, j, a, b = place(x, y, index.shape[0], index.shape[1])
        n = sample(index, i, j, a, b)
        p, q = n * direction[r, 0], n * direction[r, 1]
        for s in range(steps):
            a1, b1, c1, d1 = rates(x, y, p, q, index, gx, gy)
            a2, b2, c2, d2 = rates(x + 0.5 * h * a1, y + 0.5 * h * b1, p + 0.5 * h * c1, q + 0.5 * h * d1, index, gx, gy)
            a3, b3, c3, d3 = rates(x + 0.5 * h * a2, y + 0.5 * h * b2, p + 0.5 * h * c2, q + 0.5 * h * d2, index, gx, gy)
            a4, b4, c4, d4 = rates(x + h * a3, y + h * b3, p + h * c3, q + h * d3, index, gx, gy)
            x += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
            y += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4)
            p += h / 6.0 * (c1 + 2.0 * c2 + 2.0 * c3 + c4)
            q += h / 6.0 * (d1 + 2.0 * d2 + 2.0 * d3 + d4)
            path[s, 0] += x
            path[s, 1] += y
        length = np.sqrt(p * p + q * q)
        out[r, 0], out[r, 1] = x, y
        end[r, 0], end[r, 1] = p / length, q / length
    return out, end, path / rays

import numba as nb
import numpy as np


@nb.njit
def edgefilter(img, alpha=0.25):
    w, h = img.shape
    e = np.exp(-alpha)
    k = (1.0 - e) ** 2 / (1.0 + 2.0 * alpha * e - e * e)
    a0, a1, a2, a3 = np.float32(k), np.float32(k * e * (alpha - 1.0)), np.float32(k * e * (alpha + 1.0)), np.float32(-k * e * e)
    b0, b1 = np.float32(2.0 * e), np.float32(-e * e)
    zero = np.float32(0.0)
    u = np.empty((w, h), np.float32)
    for i in range(w):
        x1 = y1 = y2 = zero
        for j in range(h):
            x = img[i, j]
            y = a0 * x + a1 * x1 + b0 * y1 + b1 * y2
            u[i, j] = y
            x1, y2, y1 = x, y1, y
        x1 = x2 = y1 = y2 = zero
        for j in range(h - 1, -1, -1):
            y = a2 * x1 + a3 * x2 + b0 * y1 + b1 * y2
            u[i, j] += y
            x2, x1, y2, y1 = x1, img[i, j], y1, y
    f = np.empty((w, h), np.float32)
    g = np.empty((w, h), np.float32)
    for j in range(h):
        f[0, j] = a0 * u[0, j]
        f[1, j] = a0 * u[1, j] + a1 * u[0, j] + b0 * f[0, j]
    for i in range(2, w):
        for j in range(h):
            f[i, j] = a0 * u[i, j] + a1 * u[i - 1, j] + b0 * f[i - 1, j] + b1 * f[i - 2, j]
    for j in range(h):
        g[w - 1, j] = zero
        g[w - 2, j] = a2 * u[w - 1, j]
        f[w - 2, j] += g[w - 2, j]
    for i in range(w - 3, -1, -1):
        for j in range(h):
            g[i, j] = a2 * u[i + 1, j] + a3 * u[i + 2, j] + b0 * g[i + 1, j] + b1 * g[i + 2, j]
            f[i, j] += g[i, j]
    return f

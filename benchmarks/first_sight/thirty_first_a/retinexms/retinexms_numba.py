import numba as nb
import numpy as np

F = np.float32
SIGMAS = (1.0, 2.5, 6.0)


@nb.njit(error_model="numpy")
def kernel(sigma):
    r = int(3.0 * sigma)
    g = np.exp(-0.5 * (np.arange(-r, r + 1) / sigma) ** 2)
    return (g / g.sum()).astype(np.float32)


@nb.njit(error_model="numpy")
def blur(image, g, tall, out):
    h, w = image.shape
    r = g.size // 2
    wide = np.empty(w + 6 * r, np.float32)
    for i in range(h):
        for j in range(w):
            tall[i, j] = 0.0
        for k in range(g.size):
            row, weight = image[min(max(i + k - r, 0), h - 1)], g[k]
            for j in range(w):
                tall[i, j] += weight * row[j]
    for i in range(h):
        for j in range(3 * r):
            wide[j], wide[w + 3 * r + j] = tall[i, j % 3], tall[i, w - 3 + j % 3]
        for j in range(w):
            wide[3 * r + j] = tall[i, j]
            out[i, j] = 0.0
        for k in range(g.size):
            weight = g[k]
            part = wide[3 * k:3 * k + w]
            for j in range(w):
                out[i, j] += weight * part[j]


@nb.njit(error_model="numpy")
def retinexms(image, alpha=125.0, beta=46.0):
    h, w, _ = image.shape
    one = np.empty((h, 3 * w), np.float32)
    for i in range(h):
        for j in range(w):
            for c in range(3):
                one[i, 3 * j + c] = image[i, j, c] + F(1.0)
    tall, soft, product = np.empty_like(one), np.empty_like(one), np.ones_like(one)
    for sigma in SIGMAS:
        blur(one, kernel(sigma), tall, soft)
        for i in range(h):
            for j in range(3 * w):
                product[i, j] *= soft[i, j] / F(128.0)
    out = np.empty((h, w, 3), np.float32)
    total, squares = np.zeros(3), np.zeros(3)
    for i in range(h):
        for j in range(w):
            together = np.log(one[i, 3 * j] + one[i, 3 * j + 1] + one[i, 3 * j + 2])
            for c in range(3):
                own = np.log(one[i, 3 * j + c])
                ratio = own - (np.log(product[i, 3 * j + c]) + F(3.0 * np.log(128.0))) / F(3.0)
                v = ratio * F(beta) * (F(np.log(alpha)) + own - together)
                out[i, j, c] = v
                total[c] += v
    many = h * w
    for i in range(h):
        for j in range(w):
            for c in range(3):
                squares[c] += (out[i, j, c] - total[c] / many) ** 2
    for c in range(3):
        mean, spread = total[c] / many, np.sqrt(squares[c] / many)
        low, scale = F(mean - 2.0 * spread), F(255.0 / (4.0 * spread))
        for i in range(h):
            for j in range(w):
                out[i, j, c] = min(max((out[i, j, c] - low) * scale, F(0.0)), F(255.0))
    return out

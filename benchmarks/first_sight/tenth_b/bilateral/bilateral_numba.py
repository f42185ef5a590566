import numba as nb
import numpy as np


@nb.njit
def smooth(image, radius, spatial=np.float32(1.8), tonal=np.float32(0.12)):
    h, w = image.shape
    one = np.float32(1.0)
    two = np.float32(2.0)
    p = np.empty((h + 2 * radius, w + 2 * radius), np.float32)
    for i in range(h + 2 * radius):
        a = abs(i - radius)
        a = a if a < h else 2 * h - 2 - a
        for j in range(w + 2 * radius):
            b = abs(j - radius)
            b = b if b < w else 2 * w - 2 - b
            p[i, j] = image[a, b]
    total = np.zeros_like(image)
    weight = np.zeros_like(image)
    it = one / (two * tonal * tonal)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            base = np.float32(dy * dy + dx * dx) / (two * spatial * spatial)
            for i in range(h):
                for j in range(w):
                    q = p[radius + dy + i, radius + dx + j]
                    d = q - image[i, j]
                    g = np.exp(-base - d * d * it)
                    total[i, j] += g * q
                    weight[i, j] += g
    out = total
    for i in range(h):
        for j in range(w):
            out[i, j] = total[i, j] / weight[i, j]
    edges = np.zeros_like(out)
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            gx = out[i - 1, j + 1] + two * out[i, j + 1] + out[i + 1, j + 1] - out[i - 1, j - 1] - two * out[i, j - 1] - out[i + 1, j - 1]
            gy = out[i + 1, j - 1] + two * out[i + 1, j] + out[i + 1, j + 1] - out[i - 1, j - 1] - two * out[i - 1, j] - out[i - 1, j + 1]
            edges[i, j] = np.sqrt(gx * gx + gy * gy)
    return out, edges

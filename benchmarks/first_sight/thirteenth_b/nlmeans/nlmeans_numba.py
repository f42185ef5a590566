import numba as nb
import numpy as np


@nb.njit
def denoise(image, search, patch, strength):
    n, m = image.shape
    side = 2 * patch + 1
    border = search + patch
    padded = np.empty((n + 2 * border, m + 2 * border))
    for i in range(n + 2 * border):
        a = abs(i - border)
        a = 2 * (n - 1) - a if a >= n else a
        for j in range(m + 2 * border):
            b = abs(j - border)
            b = 2 * (m - 1) - b if b >= m else b
            padded[i, j] = image[a, b]
    total, out, most = np.zeros((n, m)), np.zeros((n, m)), np.zeros((n, m))
    apart = np.empty((n + 2 * patch, m + 2 * patch))
    along = np.empty((n + 2 * patch, m))
    scale = -1.0 / (side * side * strength * strength)
    for dy in range(-search, search + 1):
        for dx in range(-search, search + 1):
            for i in range(n + 2 * patch):
                for j in range(m + 2 * patch):
                    apart[i, j] = (padded[search + i, search + j] - padded[search + dy + i, search + dx + j]) ** 2
                for j in range(m):
                    s = 0.0
                    for k in range(side):
                        s += apart[i, j + k]
                    along[i, j] = s
            for i in range(n):
                for j in range(m):
                    s = 0.0
                    for k in range(side):
                        s += along[i + k, j]
                    w = np.exp(scale * s)
                    if dy != 0 or dx != 0:
                        most[i, j] = max(most[i, j], w)
                    out[i, j] += w * padded[border + dy + i, border + dx + j]
                    total[i, j] += w
    return out / total, most

import numba as nb
import numpy as np


@nb.njit
def edges(image, low, high):
    n, m = image.shape
    s = image.copy()
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            s[i, j] = (image[i - 1, j] + image[i + 1, j] + image[i, j - 1] + image[i, j + 1] + np.float32(4) * image[i, j]) / np.float32(8)
    gx, gy, slope = np.zeros_like(s), np.zeros_like(s), np.zeros_like(s)
    for i in range(n):
        for j in range(m):
            if 0 < j < m - 1:
                gx[i, j] = s[i, j + 1] - s[i, j - 1]
            if 0 < i < n - 1:
                gy[i, j] = s[i + 1, j] - s[i - 1, j]
            slope[i, j] = np.sqrt(gx[i, j] * gx[i, j] + gy[i, j] * gy[i, j])
    weak = np.zeros((n, m), dtype=np.bool_)
    edge = np.zeros((n, m), dtype=np.bool_)
    stack = np.empty((n * m, 2), dtype=np.int64)
    size = 0
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            c, ax, ay = slope[i, j], abs(gx[i, j]), abs(gy[i, j])
            if ax > 2 * ay:
                di, dj = 0, 1
            elif ay > 2 * ax:
                di, dj = 1, 0
            elif gx[i, j] * gy[i, j] > 0:
                di, dj = 1, 1
            else:
                di, dj = 1, -1
            if c >= slope[i - di, j - dj] and c > slope[i + di, j + dj]:
                weak[i, j] = c > low
                if c > high:
                    edge[i, j] = True
                    stack[size, 0], stack[size, 1] = i, j
                    size += 1
    while size > 0:
        size -= 1
        i, j = stack[size, 0], stack[size, 1]
        for a in range(i - 1, i + 2):
            for b in range(j - 1, j + 2):
                if weak[a, b] and not edge[a, b]:
                    edge[a, b] = True
                    stack[size, 0], stack[size, 1] = a, b
                    size += 1
    return edge, slope

import numba as nb
import numpy as np


@nb.njit
def isotonic(y, weight):
    rows, n = y.shape
    fit = np.empty_like(y)
    blocks = np.zeros(rows, np.int64)
    level, mass, size = np.empty(n), np.empty(n), np.empty(n, np.int64)
    for i in range(rows):
        top = -1
        for j in range(n):
            v, w, s = y[i, j], weight[j], 1
            while top >= 0 and level[top] >= v:
                total = mass[top] + w
                v = (level[top] * mass[top] + v * w) / total
                w = total
                s += size[top]
                top -= 1
            top += 1
            level[top], mass[top], size[top] = v, w, s
        place = 0
        for k in range(top + 1):
            for _ in range(size[k]):
                fit[i, place] = level[k]
                place += 1
        blocks[i] = top + 1
    return fit, blocks

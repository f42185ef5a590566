import numba as nb
import numpy as np


@nb.njit
def peel(p, half, gone):
    ny, nx = p.shape
    total = 0
    for j in range(1, ny - 1):
        for i in range(1, nx - 1):
            gone[j, i] = 0
            if p[j, i] == 0:
                continue
            n, ne, e, se = p[j - 1, i], p[j - 1, i + 1], p[j, i + 1], p[j + 1, i + 1]
            s, sw, w, nw = p[j + 1, i], p[j + 1, i - 1], p[j, i - 1], p[j - 1, i - 1]
            count = n + ne + e + se + s + sw + w + nw
            if count < 2 or count > 6:
                continue
            rises = (n < ne) + (ne < e) + (e < se) + (se < s) + (s < sw) + (sw < w) + (w < nw) + (nw < n)
            if rises != 1:
                continue
            if half == 0:
                sides = (n & e & s) == 0 and (e & s & w) == 0
            else:
                sides = (n & e & w) == 0 and (n & s & w) == 0
            if sides:
                gone[j, i] = 1
                total += 1
    for j in range(1, ny - 1):
        for i in range(1, nx - 1):
            p[j, i] -= gone[j, i]
    return total


@nb.njit
def thin(image):
    ny, nx = image.shape
    p, gone = np.zeros((ny + 2, nx + 2), np.uint8), np.zeros((ny + 2, nx + 2), np.uint8)
    p[1:-1, 1:-1] = image
    rounds, removed = 0, 0
    while True:
        both = peel(p, 0, gone)
        both += peel(p, 1, gone)
        if both == 0:
            break
        removed += both
        rounds += 1
    image[:] = p[1:-1, 1:-1]
    return rounds, removed

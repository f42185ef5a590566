import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def peel(p, second, gone):
    n, m = p.shape
    count = 0
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            if p[i, j] == 0:
                continue
            a, b, c, d = p[i - 1, j], p[i - 1, j + 1], p[i, j + 1], p[i + 1, j + 1]
            e, f, g, h = p[i + 1, j], p[i + 1, j - 1], p[i, j - 1], p[i - 1, j - 1]
            total = a + b + c + d + e + f + g + h
            if total < 2 or total > 6:
                continue
            rises = (b > a) + (c > b) + (d > c) + (e > d) + (f > e) + (g > f) + (h > g) + (a > h)
            if rises != 1:
                continue
            if second:
                stays = a & c & g or a & e & g
            else:
                stays = a & c & e or c & e & g
            if not stays:
                gone[count] = i * m + j
                count += 1
    flat = p.ravel()
    for k in range(count):
        flat[gone[k]] = 0
    return count


@nb.njit(error_model="numpy")
def zhangsuen(picture):
    thin = picture.copy()
    gone = np.empty(thin.size, np.int64)
    turns = 0
    while True:
        turns += 1
        count = peel(thin, False, gone)
        count += peel(thin, True, gone)
        if count == 0:
            break
    left = np.zeros(len(thin), np.int64)
    for i in range(thin.shape[0]):
        for j in range(thin.shape[1]):
            left[i] += thin[i, j]
    return thin, left, turns

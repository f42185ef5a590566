import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def scaled(image, bins):
    low, high = np.min(image), np.max(image)
    return (image - low) / (high - low) * (bins - 1.001)


@nb.njit(error_model="numpy")
def entropy(p):
    total = 0.0
    for v in p:
        if v > 0.0:
            total -= v * np.log(v)
    return total


@nb.njit(error_model="numpy")
def mutualinfo(fixed, moving, reach, bins):
    a, b = scaled(fixed, bins), scaled(moving, bins)
    ny, nx = a.shape
    side = 2 * reach + 1
    h, w = ny - 2 * reach, nx - 2 * reach
    information = np.zeros((side, side))
    table, rows, columns = np.empty((bins, bins)), np.empty(bins), np.empty(bins)
    ti, tj, best = 0, 0, -np.inf
    for i in range(side):
        for j in range(side):
            table[:] = 0.0
            for p in range(h):
                for q in range(w):
                    x, y = a[p + reach, q + reach], b[p + i, q + j]
                    ia, ib = int(x), int(y)
                    fa, fb = x - ia, y - ib
                    table[ia, ib] += (1.0 - fa) * (1.0 - fb)
                    table[ia, ib + 1] += (1.0 - fa) * fb
                    table[ia + 1, ib] += fa * (1.0 - fb)
                    table[ia + 1, ib + 1] += fa * fb
            rows[:] = 0.0
            columns[:] = 0.0
            for p in range(bins):
                for q in range(bins):
                    table[p, q] /= h * w
                    rows[p] += table[p, q]
                    columns[q] += table[p, q]
            value = entropy(columns) + entropy(rows) - entropy(table.ravel())
            information[i, j] = value
            if value > best:
                ti, tj, best = i, j, value
    return information, ti - reach, tj - reach

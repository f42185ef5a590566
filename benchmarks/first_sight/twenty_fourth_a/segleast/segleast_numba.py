import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sums(a, b):
    out = np.zeros(a.size + 1)
    for i in range(a.size):
        out[i + 1] = out[i] + a[i] * b[i]
    return out


@nb.njit(error_model="numpy")
def segleast(x, y, price):
    n = x.size
    one = np.ones(n)
    X, Y, XX, XY, YY = sums(x, one), sums(y, one), sums(x, x), sums(x, y), sums(y, y)
    best, first = np.zeros(n + 1), np.zeros(n, np.int64)
    for j in range(1, n + 1):
        least, place = np.inf, 0
        for i in range(j):
            m, sx, sy, sxy = j - i, X[j] - X[i], Y[j] - Y[i], XY[j] - XY[i]
            den = m * (XX[j] - XX[i]) - sx * sx
            slope = (m * sxy - sx * sy) / den if den > 1e-14 else 0.0
            level = (sy - slope * sx) / m
            cost = best[i] + max(YY[j] - YY[i] - level * sy - slope * sxy, 0.0) + price
            if cost < least:
                least, place = cost, i
        best[j], first[j - 1] = least, place
    fitted, starts = np.zeros(n), np.zeros(n, np.bool_)
    j = n
    while j > 0:
        i = first[j - 1]
        m, sx, sy, sxy = j - i, X[j] - X[i], Y[j] - Y[i], XY[j] - XY[i]
        den = m * (XX[j] - XX[i]) - sx * sx
        slope = (m * sxy - sx * sy) / den if den > 1e-14 else 0.0
        level = (sy - slope * sx) / m
        for k in range(i, j):
            fitted[k] = level + slope * x[k]
        starts[i] = True
        j = i
    return fitted, starts, best

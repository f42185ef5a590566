import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tangents(x, y, m, slope):
    n = x.size
    for i in range(n - 1):
        m[i + 2] = (y[i + 1] - y[i]) / (x[i + 1] - x[i])
    m[1] = 2.0 * m[2] - m[3]
    m[0] = 2.0 * m[1] - m[2]
    m[n + 1] = 2.0 * m[n] - m[n - 1]
    m[n + 2] = 2.0 * m[n + 1] - m[n]
    most = 0.0
    for i in range(n):
        most = max(most, abs(m[i + 1] - m[i]) + abs(m[i + 3] - m[i + 2]))
    for i in range(n):
        before, after = abs(m[i + 1] - m[i]), abs(m[i + 3] - m[i + 2])
        if before + after < 1e-9 * most:
            slope[i] = 0.5 * (m[i + 1] + m[i + 2])
        else:
            slope[i] = (after * m[i + 1] + before * m[i + 2]) / (before + after)


@nb.njit(error_model="numpy")
def akimaspl(x, y, at):
    curves, n = y.shape
    value, steep = np.empty((curves, at.size)), np.empty((curves, at.size))
    area = np.zeros(curves)
    place = np.empty(at.size, np.int64)
    for p in range(at.size):
        place[p] = min(max(np.searchsorted(x, at[p], side="right") - 1, 0), n - 2)
    m, slope, c2, c3 = np.empty(n + 3), np.empty(n), np.empty(n - 1), np.empty(n - 1)
    for c in range(curves):
        tangents(x, y[c], m, slope)
        for i in range(n - 1):
            h, rise = x[i + 1] - x[i], m[i + 2]
            c2[i] = (3.0 * rise - 2.0 * slope[i] - slope[i + 1]) / h
            c3[i] = (slope[i] + slope[i + 1] - 2.0 * rise) / (h * h)
            area[c] += h * (y[c, i] + h * (slope[i] / 2.0 + h * (c2[i] / 3.0 + h * c3[i] / 4.0)))
        for p in range(at.size):
            k = place[p]
            s = at[p] - x[k]
            value[c, p] = y[c, k] + s * (slope[k] + s * (c2[k] + s * c3[k]))
            steep[c, p] = slope[k] + s * (2.0 * c2[k] + 3.0 * s * c3[k])
    return value, steep, area

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def breaks(values, classes):
    n = values.size
    sums, squares = np.zeros(n + 1), np.zeros(n + 1)
    for i in range(n):
        sums[i + 1] = sums[i] + values[i]
        squares[i + 1] = squares[i] + values[i] * values[i]
    best = np.full((classes + 1, n + 1), np.inf)
    back = np.zeros((classes + 1, n + 1), np.int64)
    for j in range(1, n + 1):
        best[1, j] = squares[j] - sums[j] * sums[j] / j
    costs = np.empty(n)
    for c in range(2, classes + 1):
        before = best[c - 1]
        for j in range(c, n + 1):
            total, square = sums[j], squares[j]
            for i in range(c - 1, j):
                gap = total - sums[i]
                costs[i] = before[i] + (square - squares[i] - gap * gap / (j - i))
            least, where = costs[c - 1], c - 1
            for i in range(c, j):
                if costs[i] < least:
                    least, where = costs[i], i
            best[c, j] = least
            back[c, j] = where
    limits = np.zeros(classes, np.int64)
    end = n
    for c in range(classes, 0, -1):
        end = back[c, end]
        limits[c - 1] = end
    return limits, best[classes, n]

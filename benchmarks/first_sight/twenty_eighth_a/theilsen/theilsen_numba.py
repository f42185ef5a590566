import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def theilsen(t, y):
    series, n = y.shape
    slope, height = np.empty(series), np.empty(series)
    steep, rest = np.empty(n * (n - 1) // 2), np.empty(n)
    for s in range(series):
        k = 0
        for i in range(n):
            for j in range(i + 1, n):
                steep[k] = (y[s, j] - y[s, i]) / (t[j] - t[i])
                k += 1
        slope[s] = np.median(steep)
        for i in range(n):
            rest[i] = y[s, i] - slope[s] * t[i]
        height[s] = np.median(rest)
    return slope, height

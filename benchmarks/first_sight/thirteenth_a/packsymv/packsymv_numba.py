import numba as nb
import numpy as np


@nb.njit
def rayleigh(ap, x, steps):
    n = x.size
    values = np.empty(steps, np.float32)
    y = np.empty(n, np.float32)
    for step in range(steps):
        start = 0
        for i in range(n):
            row = ap[start:start + i + 1]
            xi = x[i]
            for j in range(i):
                y[j] += xi * row[j]
            y[i] = np.dot(row, x[:i + 1])
            start += i + 1
        values[step] = np.dot(x, y) / np.dot(x, x)
        size = np.sqrt(np.dot(y, y))
        for i in range(n):
            x[i] = y[i] / size
    return values

import numba as nb
import numpy as np


@nb.njit
def cubic(lower, upper, nx, ny, limit, horizon=2.0):
    count = np.zeros((ny, nx), np.int64)
    leaving = np.zeros(limit + 1, np.int64)
    xs = np.linspace(lower[0], upper[0], nx)
    ys = np.linspace(lower[1], upper[1], ny)
    for i in range(ny):
        for j in range(nx):
            a, b = xs[j], ys[i]
            x, y = 0.0, 0.0
            for step in range(1, limit + 1):
                x2, y2 = x * x, y * y
                x, y = x * (x2 - 3.0 * y2) + a, y * (3.0 * x2 - y2) + b
                if x * x + y * y > horizon**2:
                    count[i, j] = step
                    leaving[step] += 1
                    break
    return count, leaving

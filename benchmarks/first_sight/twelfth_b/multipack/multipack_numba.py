import numba as nb
import numpy as np


@nb.njit
def cubic(lower, upper, nx, ny, limit, horizon=2.0):
    count = np.zeros((ny, nx), np.int64)
    size = np.zeros((ny, nx))
    xs = np.linspace(lower[0], upper[0], nx)
    ys = np.linspace(lower[1], upper[1], ny)
    for i in range(ny):
        for j in range(nx):
            a, b = xs[j], ys[i]
            x, y = 0.0, 0.0
            for step in range(1, limit + 1):
                x2, y2 = x * x, y * y
                x, y = x * (x2 - 3.0 * y2) + a, y * (3.0 * x2 - y2) + b
                far = x * x + y * y
                if far > horizon**2:
                    count[i, j] = step
                    size[i, j] = np.sqrt(far)
                    break
    return count, size

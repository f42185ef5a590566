import numba as nb
import numpy as np


@nb.njit
def ship(x, y, limit, horizon=4.0):
    ny, nx = len(y), len(x)
    count = np.zeros((ny, nx), np.int32)
    bound = np.zeros(limit)
    for i in range(ny):
        for j in range(nx):
            a, b = 0.0, 0.0
            for step in range(limit):
                if np.hypot(a, b) >= horizon:
                    break
                a, b = a * a - b * b + x[j], 2.0 * abs(a) * abs(b) + y[i]
                count[i, j] += 1
                bound[step] += 1.0
    return count, bound / (ny * nx)

import math

import numba as nb
import numpy as np


@nb.njit
def walk(x0, y0, angles, eps=1e-3):
    value, steps = np.empty(x0.size), np.zeros(x0.size, np.int64)
    for p in range(x0.size):
        x, y = x0[p], y0[p]
        for k in range(angles.shape[0]):
            r = min(min(1.0 - abs(x), 1.0 - abs(y)), math.hypot(x, y) - 0.2)
            if r < eps:
                break
            steps[p] += 1
            x += r * np.cos(angles[k, p])
            y += r * np.sin(angles[k, p])
        value[p] = 1.0 if x * x + y * y < 0.09 else x * x - y * y
    return value, steps

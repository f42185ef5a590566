import numba as nb
import numpy as np


@nb.njit
def potential(x, y, limit, bound=4.0):
    ny, nx = len(y), len(x)
    steps = np.zeros((ny, nx), np.int64)
    smooth = np.zeros((ny, nx))
    scale = np.log(bound)
    four = bound * bound
    for i in range(ny):
        for j in range(nx):
            a, b = 0.0, 0.0
            cr, ci = x[j], y[i]
            last = 0
            for n in range(limit):
                a2, b2 = a * a, b * b
                if a2 + b2 >= four:
                    break
                last = n
                b = 2.0 * a * b + ci
                a = a2 - b2 + cr
            if 0 < last < limit - 1:
                steps[i, j] = last
                smooth[i, j] = last + 1 - np.log2(np.log(np.sqrt(a * a + b * b)) / scale)
    return steps, smooth

import numba as nb
import numpy as np


@nb.njit
def julia(xs, ys, c, limit, radius):
    count = np.full((len(ys), len(xs)), limit, np.int32)
    last = np.empty((len(ys), len(xs)), np.complex128)
    r2 = radius * radius
    for i in range(len(ys)):
        for j in range(len(xs)):
            a, b = xs[j], ys[i]
            for step in range(limit):
                a, b = a * a - b * b + c.real, 2.0 * a * b + c.imag
                if a * a + b * b > r2:
                    count[i, j] = step
                    break
            last[i, j] = complex(a, b)
    return count, last

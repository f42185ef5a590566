import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def debyescat(places, factor, q):
    out = np.full(q.size, np.sum(factor * factor))
    n = len(places)
    for i in range(n):
        for j in range(i):
            x, y, z = places[i, 0] - places[j, 0], places[i, 1] - places[j, 1], places[i, 2] - places[j, 2]
            r = np.sqrt(x * x + y * y + z * z)
            f = 2.0 * factor[i] * factor[j]
            for k in range(q.size):
                a = q[k] * r
                out[k] += f * np.sin(a) / a if a != 0.0 else f
    return out

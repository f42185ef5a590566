import numba as nb
import numpy as np


@nb.njit
def lambert(z, tolerance=1e-9, limit=30):
    n = z.size
    w = np.empty(n)
    turns = np.zeros(n, np.int32)
    for i in range(n):
        x = np.log(z[i]) if z[i] > np.e else 0.5 * np.log1p(z[i])
        for turn in range(1, limit + 1):
            e = np.exp(x)
            f = x * e - z[i]
            step = f / (e * (x + 1.0) - (x + 2.0) * f / (2.0 * x + 2.0))
            small = abs(step) <= tolerance * (1.0 + abs(x))
            x -= step
            if small:
                break
        w[i] = x
        turns[i] = turn
    return w, turns

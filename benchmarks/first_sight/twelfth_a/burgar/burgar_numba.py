import numba as nb
import numpy as np


@nb.njit
def burgar(x, order):
    n = len(x) - 1
    f, b = x[1:].copy(), x[:-1].copy()
    a = np.zeros(order + 1)
    old = np.zeros(order + 1)
    a[0] = 1.0
    power = np.mean(x ** 2)
    for k in range(order):
        cross, own = 0.0, 0.0
        for i in range(n - k):
            cross += f[i] * b[i]
            own += f[i] * f[i] + b[i] * b[i]
        mu = -2.0 * cross / own
        old[:] = a
        for j in range(k + 2):
            a[j] += mu * old[k + 1 - j]
        power *= 1.0 - mu ** 2
        last = f[0]
        for i in range(n - k - 1):
            keep = b[i] + mu * last
            last = f[i + 1]
            f[i] = last + mu * b[i + 1]
            b[i] = keep
    return a, power

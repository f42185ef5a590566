import math

import numpy as np


def rate(u, v, a=1.0, b=0.8, c=0.6, d=0.9):
    return u * (a - b * v), v * (c * u - d)


def fractional(y0, order, h, n):
    """Volterra's equation of a Caputo derivative after Diethelm, Ford and Freed."""
    y = np.zeros((n + 1, 2))
    f = np.zeros((n + 1, 2))
    y[0] = y0
    f[0, 0], f[0, 1] = rate(y[0, 0], y[0, 1])
    k = np.arange(n + 2, dtype=float)
    b = k[1:] ** order - k[:-1] ** order
    a = np.zeros(n + 2)
    a[1:-1] = k[2:] ** (order + 1) - 2.0 * k[1:-1] ** (order + 1) + k[:-2] ** (order + 1)
    pscale = h**order / math.gamma(order + 1.0)
    cscale = h**order / math.gamma(order + 2.0)
    for m in range(n):
        first = m ** (order + 1) - (m - order) * (m + 1.0) ** order
        su, sv, cu, cv = 0.0, 0.0, first * f[0, 0], first * f[0, 1]
        for j in range(m + 1):
            su += b[m - j] * f[j, 0]
            sv += b[m - j] * f[j, 1]
            if j > 0:
                cu += a[m + 1 - j] * f[j, 0]
                cv += a[m + 1 - j] * f[j, 1]
        pu, pv = rate(y0[0] + pscale * su, y0[1] + pscale * sv)
        y[m + 1, 0] = y0[0] + cscale * (cu + pu)
        y[m + 1, 1] = y0[1] + cscale * (cv + pv)
        f[m + 1, 0], f[m + 1, 1] = rate(y[m + 1, 0], y[m + 1, 1])
    return y

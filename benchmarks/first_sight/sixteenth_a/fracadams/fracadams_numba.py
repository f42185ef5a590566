import math

import numba as nb
import numpy as np


@nb.njit
def fractional(y0, order, h, n):
    y = np.zeros((n + 1, 2))
    fu, fv = np.zeros(n + 1), np.zeros(n + 1)
    y[0] = y0
    fu[0] = y0[0] * (1.0 - 0.8 * y0[1])
    fv[0] = y0[1] * (0.6 * y0[0] - 0.9)
    b, a = np.empty(n + 1), np.zeros(n + 2)
    for k in range(n + 1):
        b[k] = (k + 1.0) ** order - float(k) ** order
        if k > 0:
            a[k] = (k + 1.0) ** (order + 1) - 2.0 * float(k) ** (order + 1) + (k - 1.0) ** (order + 1)
    pscale = h**order / math.gamma(order + 1.0)
    cscale = h**order / math.gamma(order + 2.0)
    for m in range(n):
        first = float(m) ** (order + 1) - (m - order) * (m + 1.0) ** order
        su, sv, cu, cv = b[m] * fu[0], b[m] * fv[0], first * fu[0], first * fv[0]
        for j in range(1, m + 1):
            su += b[m - j] * fu[j]
            sv += b[m - j] * fv[j]
            cu += a[m + 1 - j] * fu[j]
            cv += a[m + 1 - j] * fv[j]
        u, v = y0[0] + pscale * su, y0[1] + pscale * sv
        u, v = y0[0] + cscale * (cu + u * (1.0 - 0.8 * v)), y0[1] + cscale * (cv + v * (0.6 * u - 0.9))
        y[m + 1, 0], y[m + 1, 1] = u, v
        fu[m + 1] = u * (1.0 - 0.8 * v)
        fv[m + 1] = v * (0.6 * u - 0.9)
    return y

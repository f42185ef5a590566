import math

import numba as nb
import numpy as np


@nb.njit
def fractional(y0, order, h, n):
    """Each new rate is added at once to the sums of all later steps, so that the loop inside has no sum."""
    y = np.zeros((n + 1, 2))
    su, sv, cu, cv = np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1)
    y[0] = y0
    fu = y0[0] * (1.0 - 0.8 * y0[1])
    fv = y0[1] * (0.6 * y0[0] - 0.9)
    b, a = np.empty(n + 1), np.zeros(n + 2)
    for k in range(n + 1):
        b[k] = (k + 1.0) ** order - float(k) ** order
        if k > 0:
            a[k] = (k + 1.0) ** (order + 1) - 2.0 * float(k) ** (order + 1) + (k - 1.0) ** (order + 1)
    pscale = h**order / math.gamma(order + 1.0)
    cscale = h**order / math.gamma(order + 2.0)
    for m in range(n):
        first = float(m) ** (order + 1) - (m - order) * (m + 1.0) ** order
        cu[m] += first * fu
        cv[m] += first * fv
        su[m] += b[m] * fu
        sv[m] += b[m] * fv
    for m in range(n):
        u, v = y0[0] + pscale * su[m], y0[1] + pscale * sv[m]
        u, v = y0[0] + cscale * (cu[m] + u * (1.0 - 0.8 * v)), y0[1] + cscale * (cv[m] + v * (0.6 * u - 0.9))
        y[m + 1, 0], y[m + 1, 1] = u, v
        fu = u * (1.0 - 0.8 * v)
        fv = v * (0.6 * u - 0.9)
        for later in range(m + 1, n):
            k = later - m - 1
            su[later] += b[k] * fu
            sv[later] += b[k] * fv
            cu[later] += a[k + 1] * fu
            cv[later] += a[k + 1] * fv
    return y

import numba as nb
import numpy as np


@nb.njit
def cascade(x, sos):
    nc, nt = x.shape
    y = np.empty_like(x)
    ns = sos.shape[0]
    for c in range(nc):
        for t in range(nt):
            y[c, t] = x[c, t]
        for s in range(ns):
            b0, b1, b2, a1, a2 = sos[s, 0], sos[s, 1], sos[s, 2], sos[s, 3], sos[s, 4]
            z1 = z2 = 0.0
            for t in range(nt):
                v = y[c, t]
                o = b0 * v + z1
                z1 = b1 * v - a1 * o + z2
                z2 = b2 * v - a2 * o
                y[c, t] = o
        for s in range(ns):
            b0, b1, b2, a1, a2 = sos[s, 0], sos[s, 1], sos[s, 2], sos[s, 3], sos[s, 4]
            z1 = z2 = 0.0
            for t in range(nt - 1, -1, -1):
                v = y[c, t]
                o = b0 * v + z1
                z1 = b1 * v - a1 * o + z2
                z2 = b2 * v - a2 * o
                y[c, t] = o
    return y

import math

import numba as nb
import numpy as np


@nb.njit
def elliptic(u, m, levels=6):
    n, k = u.size, m.size
    sn, cn, dn = np.empty((n, k)), np.empty((n, k)), np.empty((n, k))
    K, E = np.empty(k), np.empty(k)
    ratio, last = np.empty((levels + 1, k)), np.empty(k)
    for j in range(k):
        a, b, c = 1.0, math.sqrt(1.0 - m[j]), math.sqrt(m[j])
        total, power = 0.5 * c * c, 1.0
        for level in range(1, levels + 1):
            c = 0.5 * (a - b)
            a, b = 0.5 * (a + b), math.sqrt(a * b)
            ratio[level, j] = c / a
            total += power * c * c
            power *= 2.0
        last[j] = power * 1.0 * a
        K[j] = np.pi / (2.0 * a)
        E[j] = K[j] * (1.0 - total)
    for i in range(n):
        for j in range(k):
            phi = last[j] * u[i]
            for level in range(levels, 0, -1):
                phi = 0.5 * (phi + math.asin(ratio[level, j] * math.sin(phi)))
            s = math.sin(phi)
            sn[i, j] = s
            cn[i, j] = math.cos(phi)
            dn[i, j] = math.sqrt(1.0 - m[j] * s * s)
    return sn, cn, dn, K, E

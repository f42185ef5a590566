import numpy as np


def reduction(a, b, c, d):
    n = b.shape[0]
    s = 1
    while s < n:
        up = np.zeros_like(a)
        down = np.zeros_like(c)
        up[s:] = -a[s:] / b[:-s]
        down[:-s] = -c[:-s] / b[s:]
        b2 = b.copy()
        d2 = d.copy()
        b2[s:] += up[s:] * c[:-s]
        d2[s:] += up[s:] * d[:-s]
        b2[:-s] += down[:-s] * a[s:]
        d2[:-s] += down[:-s] * d[s:]
        up[s:] *= a[:-s]
        down[:-s] *= c[s:]
        a, b, c, d = up, b2, down, d2
        s *= 2
    return d / b

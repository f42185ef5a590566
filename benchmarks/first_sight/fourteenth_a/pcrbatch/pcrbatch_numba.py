import numba as nb
import numpy as np


@nb.njit
def reduction(a, b, c, d):
    n, m = b.shape
    a, b, c, d = a.copy(), b.copy(), c.copy(), d.copy()
    a2, b2, c2, d2 = np.empty_like(a), np.empty_like(b), np.empty_like(c), np.empty_like(d)
    s = 1
    while s < n:
        for i in range(n):
            for j in range(m):
                b2[i, j] = b[i, j]
                d2[i, j] = d[i, j]
            if i >= s:
                for j in range(m):
                    up = -a[i, j] / b[i - s, j]
                    b2[i, j] += up * c[i - s, j]
                    d2[i, j] += up * d[i - s, j]
                    a2[i, j] = up * a[i - s, j]
            else:
                for j in range(m):
                    a2[i, j] = 0.0
            if i + s < n:
                for j in range(m):
                    down = -c[i, j] / b[i + s, j]
                    b2[i, j] += down * a[i + s, j]
                    d2[i, j] += down * d[i + s, j]
                    c2[i, j] = down * c[i + s, j]
            else:
                for j in range(m):
                    c2[i, j] = 0.0
        a, a2 = a2, a
        b, b2 = b2, b
        c, c2 = c2, c
        d, d2 = d2, d
        s *= 2
    for i in range(n):
        for j in range(m):
            d[i, j] /= b[i, j]
    return d

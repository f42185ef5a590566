import numba as nb
import numpy as np


@nb.njit
def stockham(z):
    n = z.shape[0]
    a = z.copy()
    b = np.empty_like(a)
    span = 1
    half = n // 2
    while half >= 1:
        for k in range(half):
            ang = -np.pi * k / half
            w = complex(np.cos(ang), np.sin(ang))
            for s in range(span):
                p = a[k * span + s]
                q = a[(k + half) * span + s]
                b[2 * k * span + s] = p + q
                b[(2 * k + 1) * span + s] = (p - q) * w
        a, b = b, a
        span *= 2
        half //= 2
    return a


@nb.njit
def spectrum(x, window):
    n = len(x)
    mean = x.mean()
    y = np.empty(n, np.complex128)
    for i in range(n):
        y[i] = (x[i] - mean) * window[i]
    z = stockham(y)
    power = np.empty(n // 2 + 1)
    for i in range(n // 2 + 1):
        power[i] = (z[i].real ** 2 + z[i].imag ** 2) / n
    power[1:-1] *= 2.0
    for i in range(n):
        y[i] = z[i].real ** 2 + z[i].imag ** 2
    return power, stockham(y).real / n

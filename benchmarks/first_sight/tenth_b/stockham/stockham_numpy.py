import numpy as np


def stockham(z):
    """The FFT of a vector whose length is a power of two, radix 2, without reordering."""
    n = z.shape[0]
    span = 1
    half = n // 2
    while half >= 1:
        z = z.reshape(2, half, span)
        w = np.exp(-1j * np.pi * np.arange(half) / half)[:, np.newaxis]
        even = z[0] + z[1]
        odd = (z[0] - z[1]) * w
        z = np.stack((even, odd), axis=1).reshape(n)
        span *= 2
        half //= 2
    return z


def spectrum(x, window):
    n = len(x)
    z = stockham((x - x.mean()) * window + 0j)
    power = np.abs(z[: n // 2 + 1]) ** 2 / n
    power[1:-1] *= 2.0
    lag = stockham(np.conj(z * np.conj(z))).real / n
    return power, lag

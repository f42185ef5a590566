import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    kx, ky = np.fft.rfftfreq(n, 1.0 / n), np.fft.fftfreq(n, 1.0 / n)
    k2 = kx ** 2 + ky[:, None] ** 2
    shape = np.sqrt(k2) / (1.0 + (k2 / 16.0) ** 3)
    return np.fft.irfft2(np.fft.rfft2(rng.standard_normal((n, n))) * shape, s=(n, n))

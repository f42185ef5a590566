import numpy as np


def initialize(n, m, steps):
    rng = np.random.default_rng(42)
    fields = [np.zeros((n, m)) for _ in range(5)]
    density = 2.0 + 0.1 * rng.random((n, m))
    vp = 2.5 + 1.0 * (np.arange(m) > m // 2) + 0.1 * rng.random((n, m))
    vs = 0.55 * vp
    far = np.minimum(np.minimum(np.arange(n), n - 1 - np.arange(n))[:, None], np.minimum(np.arange(m), m - 1 - np.arange(m)))
    taper = np.exp(-(0.015 * np.maximum(12 - far, 0)) ** 2)
    t = np.arange(steps) * 0.1 - 1.0
    wavelet = (1.0 - 2.0 * (2.0 * t) ** 2) * np.exp(-((2.0 * t) ** 2))
    receivers = np.arange(5, n - 5, 4)
    mu = density * vs**2
    return *fields, 1.0 / density, density * vp**2 - 2.0 * mu, mu, taper, wavelet, receivers, 0.1, 1.0

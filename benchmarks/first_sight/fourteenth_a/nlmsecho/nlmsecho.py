import numpy as np


def initialize(n, taps):
    rng = np.random.default_rng(42)
    far = rng.standard_normal(n) * (1.0 + np.sin(0.002 * np.arange(n)))
    path = rng.standard_normal(taps) * np.exp(-np.arange(taps) / (0.2 * taps))
    near = np.convolve(far, path)[:n] + 0.01 * rng.standard_normal(n)
    near[n // 2:n // 2 + n // 6] += rng.standard_normal(n // 6) * 4.0
    return far, near, 0.6

import numpy as np


def initialize(n, scales):
    rng = np.random.default_rng(42)
    t = np.arange(n) / 250.0
    x = np.sin(2.0 * np.pi * (4.0 * t + 2.0 * t**2 * 1024 / n)) + 0.5 * np.sin(2.0 * np.pi * 31.0 * t) * (t > t[n // 2])
    return x + 0.3 * rng.standard_normal(n), 0.008 * 2.0 ** np.linspace(0.0, 6.0, scales), 1.0 / 250.0

import numpy as np


def initialize(n, levels):
    rng = np.random.default_rng(337)
    y, x = np.mgrid[:n, :n]
    wave = np.sin(0.35 * x + 0.1 * y) + 0.5 * np.sin(0.05 * x * y / n) + 0.6 * rng.standard_normal((n, n))
    return (np.clip(128.0 + 50.0 * wave, 0.0, 255.0).astype(np.uint8),)

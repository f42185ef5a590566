import numpy as np


def initialize(n):
    """Patches of colour, the farther up the hazier."""
    rng = np.random.default_rng(2819)
    small = rng.random((n // 6 + 1, n // 6 + 1, 3)) ** 2
    scene = np.repeat(np.repeat(small, 6, axis=0), 6, axis=1)[:n, :n] + 0.02 * rng.random((n, n, 3))
    haze = np.linspace(0.15, 0.9, n)[:, None, None]
    return ((scene * haze + np.array([0.80, 0.85, 0.90]) * (1.0 - haze)).clip(0.0, 1.0).astype(np.float32),)

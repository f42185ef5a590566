import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    angle = 2.0 * np.pi * rng.random(n)
    r = 0.05 + 0.9 * np.sqrt(rng.random(n))
    x = np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1)
    v = 0.7 * np.sqrt(r)[:, None] * np.stack([-np.sin(angle), np.cos(angle)], axis=1)
    return x, v, (0.5 + rng.random(n)) / n, steps

import numpy as np


def initialize(n):
    rng = np.random.default_rng(8)
    velocity = np.array([(x, y, z) for x in (0, 1, -1) for y in (0, 1, -1) for z in (0, 1, -1) if abs(x) + abs(y) + abs(z) < 3])
    weight = np.array([1.0 / 3.0, 1.0 / 18.0, 1.0 / 36.0])[np.abs(velocity).sum(axis=1)]
    f = weight[:, np.newaxis, np.newaxis, np.newaxis] * (1.0 + 0.05 * rng.standard_normal((19, n, n, n)))
    return f, 1e-4 * np.sin(2.0 * np.pi * np.arange(n) / n), velocity, weight

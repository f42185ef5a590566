import numpy as np


def initialize(n):
    rng = np.random.default_rng(88)
    z = rng.standard_normal(n) + 1j * rng.standard_normal(n)
    z[: n // 2] += 2.5
    strength = np.where(np.arange(n) < n // 2, 1.0, -0.6) * (0.5 + rng.random(n)) / n
    return z, strength, 0.05, 0.05

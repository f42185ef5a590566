import numpy as np


def initialize(columns, levels):
    rng = np.random.default_rng(42)
    dz = 200.0 / levels
    z = (np.arange(levels) + 0.5) * dz
    b = -2e-5 * np.maximum(z - 20.0 - 40.0 * rng.random((columns, 1)), 0.0) - 1e-7 * z + 1e-7 * rng.random((columns, levels))
    u = 0.2 * np.exp(-z / 30.0) + 0.02 * rng.standard_normal((columns, levels))
    v = 0.02 * rng.standard_normal((columns, levels))
    return u, v, b, 1e-4 * rng.random(columns) + 1e-5, 4e-8 * rng.random(columns), dz, 600.0

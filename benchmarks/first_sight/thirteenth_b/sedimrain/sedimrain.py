import numpy as np


def initialize(cols, levels, dt):
    rng = np.random.default_rng(42)
    q = np.maximum(rng.random((cols, levels)) - 0.4, 0.0) * 2e-3
    rho = np.tile(np.linspace(0.4, 1.2, levels), (cols, 1))
    return q, rho, 150.0 + 100.0 * rng.random((cols, levels)), 0.5 * rng.random((cols, levels)), dt

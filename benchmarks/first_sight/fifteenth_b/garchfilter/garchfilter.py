import numpy as np


def initialize(n, models):
    rng = np.random.default_rng(42)
    return (0.01 * rng.standard_t(5, n), 1e-6 * (1.0 + rng.random(models)), 0.03 + 0.04 * rng.random(models),
            0.05 * rng.random(models), 0.8 + 0.08 * rng.random(models))

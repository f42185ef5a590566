import numpy as np


def initialize(n):
    rng = np.random.default_rng(66)
    centres = rng.uniform(-1.0, 1.0, (6, 2))
    near = centres[rng.integers(0, 6, n)] + 0.07 * rng.standard_normal((n, 2))
    far = rng.random(n) < 0.15
    return np.where(far[:, None], rng.uniform(-1.3, 1.3, (n, 2)), near), 1.1 / np.sqrt(n), 5

import numpy as np


def initialize(n):
    rng = np.random.default_rng(9)
    charge = np.where(np.arange(n) % 2 == 0, 1.0, -1.0).reshape(n, 1)
    mass = rng.uniform(0.8, 1.2, (n, 1))
    return charge, mass, rng.standard_normal((n, 3)), 0.3 * rng.standard_normal((n, 3)), np.array([0.1, -0.2, 1.5])

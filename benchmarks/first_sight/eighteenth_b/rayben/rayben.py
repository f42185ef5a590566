import numpy as np


def initialize(nx, nz, steps):
    """A layer of fluid at rest, warm below, with small disturbances."""
    rng = np.random.default_rng(200)
    z = np.linspace(0.0, 1.0, nz)
    temperature = np.tile(1.0 - z, (nx, 1))
    temperature[:, 1:-1] += 0.05 * rng.standard_normal((nx, nz - 2))
    return temperature, np.zeros((nx, nz)), 2.0, 2e4, 0.71, 0.1 / nz**2, steps

import numpy as np


def initialize(n, until):
    """Positions and velocities of stars with energies below the saddle of Henon and Heiles."""
    rng = np.random.default_rng(35)
    state = np.zeros((n, 4))
    state[:, 0:2] = rng.uniform(-0.2, 0.2, (n, 2))
    state[:, 2:4] = rng.uniform(-0.25, 0.25, (n, 2))
    return state, until, 1e-9

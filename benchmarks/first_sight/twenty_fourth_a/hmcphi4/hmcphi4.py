import numpy as np


def initialize(n, trajectories):
    rng = np.random.default_rng(1987)
    phi = 0.5 * rng.standard_normal((n, n))
    return phi, rng.standard_normal((trajectories, n, n)), rng.random(trajectories), -0.6, 0.8, 1.2 / n

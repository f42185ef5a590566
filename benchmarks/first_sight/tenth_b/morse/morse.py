import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    side = int(np.ceil(n ** (1.0 / 3.0)))
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)[:n]
    pos = 1.6 * grid + 0.1 * rng.standard_normal((n, 3))
    vel = 0.1 * rng.standard_normal((n, 3))
    mass = 1.0 + rng.random(n)
    return pos, vel, mass

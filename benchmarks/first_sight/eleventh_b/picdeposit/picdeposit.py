import numpy as np


def initialize(particles, cells, steps):
    rng = np.random.default_rng(42)
    x = cells * rng.random(particles)
    v = rng.standard_normal(particles) + np.where(rng.random(particles) < 0.5, 3.0, -3.0)
    return x, v, cells, steps, 0.05

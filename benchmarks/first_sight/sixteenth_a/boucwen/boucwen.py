import numpy as np


def initialize(storeys, steps):
    rng = np.random.default_rng(9)
    t = 0.01 * np.arange(steps)
    ground = 3.0 * np.exp(-0.5 * t) * np.sin(7.0 * t) + 0.3 * rng.standard_normal(steps)
    return np.full(storeys, 2.0e4), 2.0e7 * np.linspace(1.2, 0.6, storeys), ground, 0.01

import numpy as np


def initialize(columns, layers, steps):
    rng = np.random.default_rng(14)
    temp = -rng.uniform(0.2, 6.0, (columns, layers))
    ice = rng.uniform(8.0, 30.0, (columns, layers))
    liquid = rng.uniform(0.0, 0.5, (columns, layers))
    hours = np.arange(steps)
    air = 2.0 + 5.0 * np.sin(2 * np.pi * hours / 24.0 - 1.0)[:, np.newaxis] + rng.uniform(-3.0, 3.0, columns)
    sun = np.maximum(0.0, 300.0 * np.sin(2 * np.pi * hours / 24.0 - 1.0))[:, np.newaxis] * rng.uniform(0.5, 1.0, columns)
    return temp, ice, liquid, air, sun

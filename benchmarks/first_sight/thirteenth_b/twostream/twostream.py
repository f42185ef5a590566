import numpy as np


def initialize(bands, layers, cols):
    rng = np.random.default_rng(42)
    shape = (bands, layers, cols)
    depth, single, asymmetry = 0.5 * rng.random(shape) ** 2 + 0.01, 0.3 + 0.65 * rng.random(shape), 0.7 + 0.2 * rng.random(shape)
    return depth, single, asymmetry, 0.1 + 0.5 * rng.random(cols), 100.0 + 50.0 * rng.random(bands)

import numpy as np


def initialize(batch, parts):
    rng = np.random.default_rng(2811)
    u = rng.standard_normal((batch, parts, 8)).astype(np.float32)
    return u, (0.1 * rng.standard_normal((parts, 10, 16, 8))).astype(np.float32)

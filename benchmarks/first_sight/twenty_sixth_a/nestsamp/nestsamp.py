import numpy as np


def initialize(live, dims, turns, chain):
    rng = np.random.default_rng(271)
    centres = 0.3 + 0.4 * rng.random((3, dims))
    return rng.random((live, dims)), centres, 0.08, rng.integers(0, live, turns), rng.standard_normal((turns, chain, dims))

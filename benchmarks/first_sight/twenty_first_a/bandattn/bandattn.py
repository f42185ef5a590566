import numpy as np


def initialize(n, heads, depth, reach):
    rng = np.random.default_rng(12)
    q, k, v, gate = rng.standard_normal((4, heads, n, depth))
    return q, k, v, gate, rng.standard_normal((heads, 2 * reach + 1))

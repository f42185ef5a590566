import numpy as np


def initialize(heads, length, d, e):
    rng = np.random.default_rng(11)
    q, k = rng.standard_normal((2, heads, length, d))
    return q, k, rng.standard_normal((heads, length, e)), rng.uniform(0.9, 0.999, heads)

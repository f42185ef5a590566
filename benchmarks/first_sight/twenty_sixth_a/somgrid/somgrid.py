import numpy as np


def initialize(side, features, samples):
    rng = np.random.default_rng(263)
    centres = rng.standard_normal((6, features))
    data = centres[rng.integers(0, 6, samples)] + 0.3 * rng.standard_normal((samples, features))
    return data, 0.1 * rng.standard_normal((side, side, features))

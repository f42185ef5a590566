import numpy as np


def initialize(days, p):
    rng = np.random.default_rng(17)
    market = rng.standard_normal((days, 3)) @ rng.standard_normal((3, p))
    return 0.01 * (market + rng.standard_normal((days, p)) * rng.uniform(0.5, 2.0, p))

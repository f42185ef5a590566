import numpy as np


def initialize(n, groups):
    rng = np.random.default_rng(70)
    group = rng.integers(0, groups, n)
    life = rng.exponential(1.0 + 0.2 * group)
    censored = rng.exponential(2.0, n)
    return np.round(np.minimum(life, censored), 3) + 0.001, life <= censored, group

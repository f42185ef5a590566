import numpy as np


def initialize(runs, shells):
    """Wave numbers that double, and velocities of random phase that fall off as Kolmogorov says."""
    rng = np.random.default_rng(2910)
    k = 2.0 ** (np.arange(shells) - 4.0)
    return k ** (-1.0 / 3.0) * np.exp(2j * np.pi * rng.random((runs, shells))), k

import numpy as np


def initialize(m, n):
    return (np.random.default_rng(34).standard_normal((m, n)),)

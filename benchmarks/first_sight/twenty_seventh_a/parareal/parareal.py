import numpy as np


def initialize(slices):
    return np.array([2.0, 0.0]), 1.5, 0.25 * slices, 1e-9

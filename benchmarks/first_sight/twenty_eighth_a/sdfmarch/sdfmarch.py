import numpy as np


def initialize(n):
    """Where the eye is, and where the sun stands."""
    sun = np.array([0.6, 0.7, -0.4])
    return np.array([0.3, 1.4, -4.0]), sun / np.sqrt(np.sum(sun * sun))

import numpy as np


def initialize(stars, per):
    """Densities in the middle in units of the sun's mass and gravity, and the step outwards."""
    return np.logspace(-3.6, -2.1, stars), 1.0 / per

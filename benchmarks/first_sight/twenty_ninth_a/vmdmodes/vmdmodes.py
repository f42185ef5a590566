import numpy as np


def initialize(length):
    """A trend, a chirp and a tone that is there half of the time, with a little noise."""
    rng = np.random.default_rng(2913)
    t = np.arange(length) / length
    chirp = np.cos(2.0 * np.pi * length * (0.06 * t + 0.01 * t ** 2))
    tone = np.where(t > 0.5, 0.6 * np.cos(2.0 * np.pi * 0.3 * length * t), 0.0)
    return (3.0 * t ** 2 + chirp + tone + 0.05 * rng.standard_normal(length),)

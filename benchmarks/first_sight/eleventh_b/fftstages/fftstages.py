import numpy as np


def initialize(n, taps):
    rng = np.random.default_rng(42)
    return rng.standard_normal(n) + 1j * rng.standard_normal(n), rng.standard_normal(taps) * np.hanning(taps)

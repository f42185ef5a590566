import numpy as np


def initialize(channels, samples, rate):
    rng = np.random.default_rng(1964)
    t = np.arange(samples)
    tone = 1500.0 * np.sin(0.01 * t * (1.0 + np.arange(channels)[:, None]))
    x = (tone + rng.integers(-400, 400, (channels, samples))).astype(np.int32)
    taps = np.array([-180, 410, -1100, 5200, 24000, 5200, -1100, 410, -180])
    return x, taps, int(3 * np.log2(rate))

import numpy as np


def initialize(samples, periods):
    rng = np.random.default_rng(311)
    t = np.sort(rng.random(samples)) * 60.0
    error = 2e-4 * (0.7 + 0.6 * rng.random(samples))
    dip = np.where((t - 1.3) % 7.31 < 0.2, 6e-4, 0.0)
    frequency = np.linspace(1.0 / 20.0, 1.0 / 2.0, periods)
    return t, 1.0 - dip + error * rng.standard_normal(samples), error, 1.0 / frequency, np.array([2, 4, 7, 12])

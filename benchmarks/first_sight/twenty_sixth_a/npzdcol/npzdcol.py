import numpy as np


def initialize(columns, levels):
    rng = np.random.default_rng(233)
    z = (np.arange(levels) + 0.5) * 200.0 / levels
    tracers = np.empty((4, columns, levels))
    tracers[0] = 1.0 + 9.0 * z / 200.0
    tracers[1] = 0.8 * np.exp(-z / 40.0)
    tracers[2] = 0.3 * np.exp(-z / 40.0)
    tracers[3] = 0.1
    mixed = 30.0 + 50.0 * rng.random((columns, 1))
    mixing = 1.0 + 150.0 / (1.0 + np.exp((z[1:] - mixed) / 5.0))
    return tracers, mixing, 60.0 + 80.0 * rng.random(columns), 200.0 / levels, 0.02

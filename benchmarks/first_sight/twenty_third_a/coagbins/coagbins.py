import numpy as np


def initialize(bins, boxes):
    rng = np.random.default_rng(59)
    volume = 2.0 ** (np.arange(bins) * 0.7)
    number = np.exp(-volume[:, None] / 20.0) * (0.5 + rng.random((bins, boxes)))
    return volume, number, 0.8 + 0.4 * rng.random(boxes), 0.02

import numpy as np


def initialize(waves, layers):
    rng = np.random.default_rng(42)
    index = np.where(np.arange(layers) % 2 == 0, 2.3 - 0.001j, 1.46 - 0.0j)
    return np.linspace(400.0, 900.0, waves), index, 550.0 / (4.0 * index.real) * (1.0 + 0.05 * rng.random(layers)), 1.0, 1.52

import numpy as np


def initialize(columns, levels):
    rng = np.random.default_rng(39)
    z = np.cumsum(20.0 * 1.06 ** np.arange(levels))
    shape = (columns, levels)
    u = 8.0 * np.log1p(z / 0.1) / np.log1p(z[-1] / 0.1) + 0.3 * rng.standard_normal(shape)
    v = 0.3 * rng.standard_normal(shape)
    theta = 290.0 + 0.004 * z + 0.2 * rng.standard_normal(shape)
    return z, u, v, theta, np.full(shape, 0.2), 0.15 * rng.standard_normal(columns)

import numpy as np


def initialize(levels, columns):
    rng = np.random.default_rng(42)
    p = np.linspace(1000.0, 120.0, levels)
    lapse = 6.2 + 1.2 * rng.random(columns)
    height = 44.33 * (1.0 - (p / 1013.25) ** 0.19)
    t = 299.0 + 3.0 * rng.random(columns) - lapse * height[:, None] + 0.3 * rng.standard_normal((levels, columns))
    t = np.maximum(t, 205.0)
    r = (0.013 + 0.004 * rng.random(columns)) * np.exp(-height[:, None] / 2.2)
    return p, t, r

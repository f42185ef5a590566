import numpy as np


def initialize(levels, columns, steps):
    rng = np.random.default_rng(42)
    depth = np.linspace(0.0, 1.0, levels)[:, None]
    head = -0.3 - 2.0 * (1.0 - depth) * (0.5 + rng.random(columns))
    rain = 2e-3 * rng.random((steps, columns))
    kinds = np.stack([1.5 + rng.random(columns), 1.4 + 0.5 * rng.random(columns), 0.05 + 0.1 * rng.random(columns)])
    return head, rain, kinds, np.zeros((steps, columns)), np.zeros(steps, dtype=np.int64)

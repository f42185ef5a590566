import numpy as np


def initialize(cells, steps):
    rng = np.random.default_rng(42)
    base = np.array([1e-6, 0.4, 3.0, 0.05, 0.1, 0.2])
    start = base * (0.5 + rng.random((cells, 6)))
    light = np.maximum(np.sin(np.linspace(0.1, 3.0, steps))[:, None] * (0.5 + rng.random(cells)), 0.0)
    warm = 250.0 + 50.0 * rng.random(cells)
    return start, light, warm

import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    t = np.arange(1, steps + 1)
    seen = np.sin(0.11 * t) * 6.0 + 0.4 * rng.standard_normal(steps)
    noise = rng.standard_normal((steps, 2, n))
    return seen, 2.0 * rng.standard_normal(n), rng.standard_normal(n), noise, rng.random(steps)

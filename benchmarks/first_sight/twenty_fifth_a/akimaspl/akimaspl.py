import numpy as np


def initialize(curves, knots, points):
    rng = np.random.default_rng(317)
    x = np.cumsum(0.2 + rng.random(knots))
    y = np.cumsum(rng.standard_normal((curves, knots)), axis=1)
    y[:, knots // 3:knots // 2] = y[:, knots // 3, None]
    return x, y, x[0] + (x[-1] - x[0]) * rng.random(points)

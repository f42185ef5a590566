import numpy as np


def initialize(n):
    rng = np.random.default_rng(112)
    wind, theta = rng.uniform(2.0, 15.0, n), rng.uniform(280.0, 300.0, n)
    return wind, theta, theta + rng.normal(0.5, 2.0, n), 10.0 ** rng.uniform(-4.0, -0.5, n), rng.uniform(8.0, 12.0, n)

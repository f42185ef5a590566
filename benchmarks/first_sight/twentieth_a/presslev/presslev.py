import numpy as np


def initialize(columns, layers):
    rng = np.random.default_rng(15)
    surface = rng.uniform(7.0e4, 1.03e5, columns)
    sigma = np.linspace(0.02, 0.99, layers)
    T = 210.0 + 85.0 * sigma + rng.standard_normal((columns, layers))
    return surface, rng.uniform(0.0, 2500.0, columns), T, sigma, np.array([1.0e5, 9.25e4, 8.5e4, 7.0e4, 5.0e4, 3.0e4, 2.0e4, 1.0e4])

import numpy as np


def initialize(tries, horizon, steps):
    rng = np.random.default_rng(383)
    pillars = np.column_stack((rng.uniform(1.0, 7.0, 12), rng.uniform(-2.0, 2.0, 12), rng.uniform(0.2, 0.5, 12)))
    noise = rng.standard_normal((steps, tries, horizon, 2)) * np.array([0.5, 0.8])
    return np.array([0.0, 0.0, 0.1]), np.array([8.0, 0.5]), pillars, noise

import numpy as np


def initialize(events):
    rng = np.random.default_rng(42)
    change = np.array([[1, 0, 0], [-1, 1, 0], [-2, 1, 0], [0, -1, 1], [0, 0, -1]])
    return np.array([40, 20, 10]), np.array([60.0, 0.5, 0.01, 0.4, 0.3]), change, rng.random(events), rng.random(events)

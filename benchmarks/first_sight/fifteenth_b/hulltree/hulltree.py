import numpy as np


def initialize(steps):
    dt = 5.0 / steps
    t = dt * np.arange(1, steps + 2)
    return steps, 0.1, 0.01, dt, np.exp(-(0.03 + 0.01 * (1.0 - np.exp(-0.3 * t))) * t), 0.97

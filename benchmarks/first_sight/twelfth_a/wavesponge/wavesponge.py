import numpy as np


def initialize(n, T):
    x = np.linspace(0.0, 1.0, n)
    speed = 0.3 + 0.2 * (x[:, None] > 0.5) + 0.05 * np.sin(9.0 * x)
    edge = np.minimum(np.minimum(x, 1.0 - x), 0.15) / 0.15
    damp = 0.3 * (1.0 - np.minimum(edge[:, None], edge)) ** 2
    return speed, damp, T

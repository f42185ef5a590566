import numpy as np


def initialize(n, steps):
    i = np.arange(1, n + 1)
    return 4.0 * np.sin(np.pi * i / (n + 1)), np.zeros(n), np.zeros(steps), 0.15, 0.25

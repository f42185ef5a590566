import numpy as np


def initialize(side, states):
    y, x = np.mgrid[:side, :side] - 0.5 * (side - 1)
    mu = 1.4 - 1.2 * (x ** 2 + y ** 2) / (0.5 * side) ** 2
    return mu, states, 0.06

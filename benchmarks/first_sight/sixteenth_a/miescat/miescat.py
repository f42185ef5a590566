import numpy as np


def initialize(n, terms):
    return np.linspace(0.4, 0.72 * terms, n), 1.45 + 0.02j, terms

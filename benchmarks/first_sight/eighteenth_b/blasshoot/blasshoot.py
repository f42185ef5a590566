import numpy as np


def initialize(wedges, steps):
    return np.linspace(-0.1, 0.6, wedges), 5.0, steps, 1e-9

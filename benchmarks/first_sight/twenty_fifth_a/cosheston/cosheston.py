import numpy as np


def initialize(strikes, years):
    return np.linspace(70.0, 140.0, strikes), np.linspace(0.25, 3.0, years), 100.0, 0.02, np.array([1.8, 0.05, 0.6, -0.65, 0.04])

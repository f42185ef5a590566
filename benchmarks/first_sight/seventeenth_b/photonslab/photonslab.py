import numpy as np


def initialize(photons, hits, bins):
    rng = np.random.default_rng(42)
    borders = np.array([0.0, 0.01, 0.05, 0.2])
    absorb = np.array([3.0, 1.0, 6.0])
    scatter = np.array([100.0, 60.0, 120.0])
    forward = np.array([0.8, 0.7, 0.85])
    return rng.random((photons, hits, 3)), borders, absorb, scatter, forward, bins

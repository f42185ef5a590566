import numpy as np


def initialize(chains, length):
    rng = np.random.default_rng(42)
    x = np.cumsum(rng.standard_normal((chains, length, 3)) + 0.8, axis=1).reshape(-1, 3)
    i = np.arange(chains * length).reshape(chains, length)
    bonds = np.stack((i[:, :-1].ravel(), i[:, 1:].ravel()), axis=1)
    angles = np.stack([i[:, k:length - 2 + k].ravel() for k in range(3)], axis=1)
    torsions = np.stack([i[:, k:length - 3 + k].ravel() for k in range(4)], axis=1)
    return x, bonds, angles, torsions, np.zeros_like(x)

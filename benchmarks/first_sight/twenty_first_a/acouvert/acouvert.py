import numpy as np


def initialize(nk, nj, ni):
    rng = np.random.default_rng(6)
    w = np.concatenate((np.zeros((1, nj, ni)), rng.standard_normal((nk - 1, nj, ni)), np.zeros((1, nj, ni))))
    dz = 15000.0 / nk * (1.0 + 0.1 * rng.random((nk, nj, ni)))
    height = 15000.0 * (1.0 - (np.arange(nk) + 0.5) / nk)[:, np.newaxis, np.newaxis]
    theta = 300.0 + 0.004 * height + rng.standard_normal((nk, nj, ni))
    mass = 1.1 * np.exp(-height / 8500.0) * dz
    return w, dz, np.zeros((nk, nj, ni)), mass, theta

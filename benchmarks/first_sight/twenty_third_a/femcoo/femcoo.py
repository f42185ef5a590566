import numpy as np


def initialize(n):
    rng = np.random.default_rng(103)
    y, x = (k.ravel() for k in np.meshgrid(np.linspace(0.0, 1.0, n + 1), np.linspace(0.0, 1.0, n + 1), indexing="ij"))
    border = (x == 0.0) | (x == 1.0) | (y == 0.0) | (y == 1.0)
    nodes = np.stack((x, y), axis=1)
    nodes[~border] += 0.2 / n * (rng.random((np.sum(~border), 2)) - 0.5)
    at = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    lower = np.stack((at, at + 1, at + n + 2), axis=1)
    upper = np.stack((at, at + n + 2, at + n + 1), axis=1)
    triangles = rng.permutation(np.concatenate((lower, upper)))
    return nodes, triangles, border, np.exp(rng.standard_normal(triangles.shape[0]))

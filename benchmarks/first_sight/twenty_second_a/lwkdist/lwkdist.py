import numpy as np


def initialize(columns, layers, points):
    rng = np.random.default_rng(37)
    edges = np.linspace(100.0, 101325.0, layers + 1)
    levels = 215.0 + 75.0 * (edges / edges[-1]) + rng.standard_normal((columns, layers + 1))
    vapour = 1e-2 * (edges[1:] / edges[-1]) ** 3 * (0.5 + rng.random((columns, layers)))
    cloud = np.where(rng.random((columns, layers)) < 0.2, rng.random((columns, layers)), 0.0)
    k = 10.0 ** np.linspace(-3.0, 1.5, points)
    weight = np.diff(np.sin(np.linspace(0.0, np.pi / 2, points + 1)))
    return edges, levels, vapour, cloud, k, weight, 0.9 + 0.1 * rng.random(columns)

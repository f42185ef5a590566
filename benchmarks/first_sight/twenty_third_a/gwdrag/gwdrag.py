import numpy as np


def initialize(columns, levels):
    rng = np.random.default_rng(23)
    edges = np.geomspace(200.0, 101325.0, levels + 1)
    mid = 0.5 * (edges[1:] + edges[:-1])
    t = np.maximum(288.0 * (mid / 101325.0) ** 0.19, 210.0) + 2.0 * rng.standard_normal((columns, levels))
    u = 8.0 + 20.0 * (1.0 - mid / 101325.0) * rng.random((columns, 1)) + 6.0 * rng.standard_normal((columns, levels))
    v = 4.0 * rng.standard_normal((columns, levels))
    return u, v, t, edges, 400.0 * rng.random(columns) ** 2, 900.0

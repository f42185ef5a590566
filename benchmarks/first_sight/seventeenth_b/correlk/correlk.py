import numpy as np


def initialize(layers, columns, points):
    rng = np.random.default_rng(42)
    edges = np.geomspace(20.0, 1013.0, layers + 1)
    middle = np.sqrt(edges[1:] * edges[:-1])
    ts = 285.0 + 15.0 * rng.random(columns)
    t = np.maximum(ts - 6.5 * 7.4 * np.log(1013.0 / middle)[:, None], 210.0) + rng.standard_normal((layers, columns))
    water = 8.0 * np.diff(edges)[:, None] / 1013.0 * (middle[:, None] / 1013.0) ** 3 * (0.5 + rng.random((layers, columns)))
    temps = np.linspace(180.0, 320.0, 8)
    presses = np.linspace(np.log(10.0), np.log(1100.0), 10)
    g = (np.arange(points) + 0.5) / points
    table = 9.0 * g**2 - 5.0 + 0.4 * (presses[:, None] - 5.0) * (1.0 - g) + 0.004 * (temps[:, None, None] - 250.0)
    weights = rng.random(points) + 0.5
    return edges, t, ts, water, temps, presses, table, weights / weights.sum()

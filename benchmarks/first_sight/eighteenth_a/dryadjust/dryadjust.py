import numpy as np


def initialize(columns, levels):
    rng = np.random.default_rng(12)
    edges = np.linspace(20000.0, 100000.0, levels + 1)
    p, dp = 0.5 * (edges[1:] + edges[:-1]), np.diff(edges)
    theta = 300.0 + 40.0 * (1.0 - p / 1e5) + 1.5 * rng.standard_normal((columns, levels))
    theta[:, -3:] += rng.uniform(0.0, 5.0, (columns, 1))
    return theta * (p / 1e5) ** 0.2857, p, dp

import numpy as np


def initialize(cells, species, reactions):
    rng = np.random.default_rng(42)
    conc = 0.2 + rng.random((cells, species))
    temp = 800.0 + 400.0 * rng.random(cells)
    logk = 2.0 + rng.random(reactions)
    energy = 3.0e4 + 2.0e4 * rng.random(reactions)
    orders = np.zeros((reactions, species), dtype=np.int64)
    net = np.zeros((reactions, species))
    for r in range(reactions):
        a, b, c, d = rng.choice(species, 4, replace=False)
        orders[r, a] += 1
        orders[r, b] += rng.integers(0, 3)
        net[r] -= orders[r]
        net[r, c] += 1.0
        net[r, d] += orders[r].sum() - 1.0
    return conc, temp, logk, energy, orders, net

import numpy as np


def initialize(names, nodes, dates):
    rng = np.random.default_rng(42)
    hazard = 0.002 + 0.04 * rng.random(names) ** 2
    loading = 0.3 + 0.4 * rng.random(names)
    units = rng.integers(1, 6, names)
    z, weights = np.polynomial.hermite_e.hermegauss(nodes)
    tranches = np.array([[0.0, 0.03], [0.03, 0.07], [0.07, 0.15], [0.15, 0.3]])
    return hazard, loading, units, z, weights / weights.sum(), 0.5 * np.arange(1.0, dates + 1.0), tranches

import numpy as np


def initialize(layers, columns, bands):
    rng = np.random.default_rng(43)
    tau = np.geomspace(0.01, 2.0, bands)[:, None, None] * (0.2 + rng.random((bands, layers, columns))) / layers
    scatter = 0.3 + 0.65 * rng.random((bands, layers, columns))
    asymmetry = 0.1 + 0.7 * rng.random((bands, layers, columns))
    cloud = np.where(rng.random((layers, columns)) < 0.2, 8.0 * rng.random((layers, columns)), 0.0)
    share = 1.0 + rng.random(bands)
    return tau, scatter, asymmetry, cloud, 0.1 + 0.5 * rng.random(columns), 0.1 + 0.9 * rng.random(columns), share / share.sum()

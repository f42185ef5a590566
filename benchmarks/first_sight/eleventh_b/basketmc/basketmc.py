import numpy as np


def initialize(paths, steps, assets):
    rng = np.random.default_rng(42)
    a = rng.standard_normal((assets, 2 * assets))
    cov = a @ a.T
    scale = np.sqrt(np.diag(cov))
    return (rng.standard_normal((steps, paths, assets)), cov / np.outer(scale, scale), 90.0 + 20.0 * rng.random(assets),
            0.15 + 0.2 * rng.random(assets))

import numpy as np


def initialize(n, points, probes):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return rng.standard_normal(shape) / np.sqrt(shape[0])
    return draw(n, n), 0.3 * draw(n, n), np.eye(n) + 0.1 * draw(n, n), draw(n, probes) + 0j, points

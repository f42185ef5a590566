import numpy as np


def initialize(points, n):
    """Points in the unit square and where they go: turned a little, and each somewhere else."""
    rng = np.random.default_rng(2916)
    source = rng.random((points, 2))
    turn = np.array([[0.98, -0.2], [0.2, 0.98]])
    return source, source @ turn.T + 0.05 * rng.standard_normal((points, 2)), np.linspace(-0.1, 1.1, n)

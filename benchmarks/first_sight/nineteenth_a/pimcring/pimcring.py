import numpy as np


def initialize(walkers, beads, sweeps):
    rng = np.random.default_rng(106)
    return 0.3 * rng.standard_normal((walkers, beads)), rng.random((sweeps, 2, 2, walkers, beads // 2))

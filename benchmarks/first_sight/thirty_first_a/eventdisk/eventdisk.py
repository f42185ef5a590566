import numpy as np


def initialize(n, events):
    """Disks on a slightly shaken lattice in a unit box, with random speeds."""
    rng = np.random.default_rng(3112)
    side = int(np.ceil(np.sqrt(n)))
    i = np.arange(n)
    x = (np.stack([i // side, i % side], axis=1) + 0.5) / side
    x += rng.uniform(-0.1, 0.1, (n, 2)) / side
    return x, rng.standard_normal((n, 2)), 0.28 / side

import numpy as np


def initialize(chains, steps):
    """Places to begin with, and draws by step, coordinate, try and chain."""
    rng = np.random.default_rng(2813)
    return 0.5 * rng.standard_normal((2, chains)), rng.uniform(1e-9, 1.0, (steps, 2, 14, chains))

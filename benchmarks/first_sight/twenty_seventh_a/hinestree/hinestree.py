import numpy as np


def initialize(parts):
    """A tree whose parts come after the part that they hang on."""
    rng = np.random.default_rng(389)
    parent = np.maximum(np.arange(parts) - 1 - (rng.random(parts) < 0.3) * rng.integers(0, 6, parts), 0)
    parent[0] = -1
    area = rng.uniform(0.5, 2.0, parts)
    along = rng.uniform(0.2, 0.8, parts)
    current = np.zeros(parts)
    current[0] = 30.0
    return parent, area, along, np.full(parts, -65.0), current

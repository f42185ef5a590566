import numpy as np


def initialize(cells, cars, steps):
    """Cars on a ring of cells, at rest, and draws by which some slow down."""
    rng = np.random.default_rng(3015)
    place = np.sort(rng.choice(cells, cars, replace=False))
    return place, np.zeros(cars, dtype=np.int64), rng.random((steps, cars)), cells

import numpy as np


def initialize(side):
    rng = np.random.default_rng(15)
    n = side ** 3
    at = np.arange(n)
    z, y, x = at // side ** 2, at // side % side, at % side
    columns = np.zeros((7, n), dtype=np.int32)
    values = np.zeros((7, n))
    columns[0] = at
    values[0] = rng.uniform(6.5, 7.0, n)
    for m, (step, there) in enumerate(((1, x < side - 1), (-1, x > 0), (side, y < side - 1), (-side, y > 0),
                                       (side * side, z < side - 1), (-side * side, z > 0))):
        columns[m + 1] = np.where(there, at + step, 0)
        values[m + 1] = np.where(there, -1.0, 0.0)
    return columns, values, rng.standard_normal(n), np.zeros(n)

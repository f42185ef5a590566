import numpy as np


def initialize(n):
    rng = np.random.default_rng(41)
    side = int(np.ceil(n ** (1.0 / 3.0)))
    places = np.array([(i, j, k) for i in range(side) for j in range(side) for k in range(side)][:n], dtype=float)
    return 1.5 * places + 0.3 * rng.random((n, 3))

import numpy as np


def initialize(N):
    rng = np.random.default_rng(42)
    return 0.5 ** np.arange(1, N + 1) * (1.0 + 0.1 * rng.random(N)), rng.random(N)

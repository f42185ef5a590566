import numpy as np


def initialize(m, n, steps):
    rng = np.random.default_rng(42)
    return (rng.standard_normal((m, n)).astype(np.float32), rng.standard_normal(m).astype(np.float32), rng.random(m, dtype=np.float32),
            np.zeros(n, dtype=np.float32), steps)

import numpy as np


def initialize(n, d):
    rng = np.random.default_rng(42)
    labels = rng.integers(0, n // 8, n)
    centres = rng.standard_normal((n // 8, d))
    return (0.5 * centres[labels] + rng.standard_normal((n, d))).astype(np.float32), labels, 0.3

import numpy as np


def initialize(heads, n, d, block):
    rng = np.random.default_rng(42)
    return (*(rng.standard_normal((heads, n, d)).astype(np.float32) for _ in range(3)), block)

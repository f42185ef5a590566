import numpy as np


def initialize(t, heads, groups, d):
    rng = np.random.default_rng(42)
    return (rng.standard_normal((t, heads, d), dtype=np.float32), rng.standard_normal((t, groups, d), dtype=np.float32),
            rng.standard_normal((t, groups, d), dtype=np.float32))

import numpy as np


def initialize(n):
    """Samples in two phases with 28 bits, and by how much a turn of 2^32 is advanced from one to the next."""
    rng = np.random.default_rng(3005)
    t = np.arange(n)
    i = 2.0 ** 27 * np.cos(0.013 * t) * (1.0 + 0.3 * np.sin(0.001 * t)) + 2.0 ** 20 * rng.standard_normal(n)
    q = 2.0 ** 27 * np.sin(0.017 * t + 0.4) + 2.0 ** 20 * rng.standard_normal(n)
    return i.astype(np.int32), q.astype(np.int32), 123456789

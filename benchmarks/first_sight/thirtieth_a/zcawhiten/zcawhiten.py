import numpy as np


def initialize(n, d):
    """Patches whose values go together the nearer they are."""
    rng = np.random.default_rng(3013)
    return (np.cumsum(rng.standard_normal((n, d)), axis=1) + 5.0 * rng.random((n, 1)),)

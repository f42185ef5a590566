import numpy as np


def initialize(m, n, sweeps):
    rng = np.random.default_rng(42)
    return rng.standard_normal((m, n)) * np.linspace(1.0, 3.0, n), sweeps

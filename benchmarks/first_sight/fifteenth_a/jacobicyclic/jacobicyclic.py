import numpy as np


def initialize(n, sweeps):
    rng = np.random.default_rng(42)
    M = rng.standard_normal((n, n))
    return M + M.T + np.diag(3.0 * np.arange(n)), np.eye(n), sweeps

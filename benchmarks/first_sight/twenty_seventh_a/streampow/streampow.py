import numpy as np


def initialize(rows, columns):
    rng = np.random.default_rng(317)
    z = 50.0 + 20.0 * rng.random((rows, columns))
    z[0], z[-1], z[:, 0], z[:, -1] = 0.0, 0.0, 0.0, 0.0
    uplift = 1e-3 * (1.0 + 0.5 * np.sin(np.linspace(0.0, 3.0, columns))) * np.ones((rows, 1))
    return z, uplift, 2000.0, 500.0

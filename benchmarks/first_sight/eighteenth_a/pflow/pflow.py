import numpy as np


def initialize(n, lines):
    rng = np.random.default_rng(22)
    Y = np.zeros((n, n), dtype=complex)
    ends = np.concatenate((np.stack((np.arange(1, n), rng.integers(0, np.arange(1, n))), axis=1), rng.integers(0, n, (lines, 2))))
    ends = np.concatenate((ends, np.stack((np.arange(1, n), np.zeros(n - 1, dtype=int)), axis=1)))
    for i, j in ends[ends[:, 0] != ends[:, 1]]:
        y = 1.0 / complex(rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.2))
        Y[i, j] -= y
        Y[j, i] -= y
        Y[i, i] += y + 0.02j
        Y[j, j] += y + 0.02j
    power = rng.uniform(-0.5, 0.2, n) + 1j * rng.uniform(-0.2, 0.1, n)
    return Y, power, np.ones(n, dtype=complex)

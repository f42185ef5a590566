import numpy as np


def initialize(p, samples):
    rng = np.random.default_rng(317)
    x = rng.standard_normal((samples, p))
    for j in range(1, p):
        x[:, j] += 0.6 * x[:, j - 1] + (0.4 * x[:, j // 2] if j % 3 == 0 else 0.0)
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    return x.T @ x / samples, 0.08

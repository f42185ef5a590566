import numpy as np


def initialize(n, inputs, steps):
    """Masses on springs, sampled in time, some of which may be pushed."""
    rng = np.random.default_rng(196)
    half = n // 2
    stiff = 2.0 * np.eye(half) - np.eye(half, k=1) - np.eye(half, k=-1)
    A = np.block([[np.eye(half), 0.1 * np.eye(half)], [-0.1 * stiff, 0.99 * np.eye(half)]])
    B = np.zeros((n, inputs))
    B[half + rng.permutation(half)[:inputs], np.arange(inputs)] = 0.1
    return A, B, np.eye(n), 0.1 * np.eye(inputs), rng.standard_normal(n), steps, 1e-12

import numpy as np


def initialize(n, snapshots, angles):
    rng = np.random.default_rng(42)
    at = np.array([-0.4, 0.1, 0.7])
    S = rng.standard_normal((3, snapshots)) + 1j * rng.standard_normal((3, snapshots))
    noise = rng.standard_normal((n, snapshots)) + 1j * rng.standard_normal((n, snapshots))
    A = np.exp(1j * np.pi * np.outer(np.arange(n), np.sin(at)))
    return A @ S + 0.3 * noise, 3, np.linspace(-1.5, 1.5, angles)

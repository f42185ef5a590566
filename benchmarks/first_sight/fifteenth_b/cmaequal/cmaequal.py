import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    sent = np.exp(0.5j * np.pi * (rng.integers(0, 4, n) + 0.5))
    channel = np.array([0.1 - 0.05j, 1.0, 0.25 + 0.2j, -0.1j])
    noise = rng.standard_normal(n) + 1j * rng.standard_normal(n)
    return np.convolve(sent, channel)[:n] + 0.02 * noise, 11, 0.004

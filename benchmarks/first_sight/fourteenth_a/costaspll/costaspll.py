import numpy as np


def initialize(n):
    rng = np.random.default_rng(42)
    samples = 40
    sent = np.repeat(rng.integers(0, 2, n // samples + 1), samples)[:n]
    t = np.arange(n)
    return (2.0 * sent - 1.0) * np.cos(0.703 * t + 0.9) + 0.1 * rng.standard_normal(n), 0.7, 0.02, samples

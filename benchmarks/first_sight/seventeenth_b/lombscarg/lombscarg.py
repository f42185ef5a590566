import numpy as np


def initialize(samples, freqs):
    rng = np.random.default_rng(42)
    t = np.sort(60.0 * rng.random(samples))
    error = 0.1 + 0.3 * rng.random(samples)
    y = 3.0 + np.sin(2.0 * np.pi * 0.37 * t) + 0.4 * np.cos(2.0 * np.pi * 1.1 * t) + error * rng.standard_normal(samples)
    return t, y, error, np.linspace(0.02, 2.0, freqs)

import numpy as np


def initialize(n, peaks):
    """A spectrum of peaks on a sloping ground, with noise, and a guess at it."""
    rng = np.random.default_rng(190)
    x = np.linspace(0.0, 10.0, n)
    height, width = rng.uniform(1.0, 4.0, peaks), rng.uniform(0.15, 0.35, peaks)
    centre = (np.arange(peaks) + 0.5) * 10.0 / peaks + rng.uniform(-0.2, 0.2, peaks)
    y = 0.5 + 0.03 * x + 0.02 * rng.standard_normal(n)
    for h, c, w in zip(height, centre, width):
        y += h * np.exp(-0.5 * ((x - c) / w) ** 2)
    start = np.concatenate([[0.4, 0.0], height * 0.8, centre + 0.05, width * 1.2])
    return x, y, start, 50, 1e-10

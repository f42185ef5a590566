import numpy as np


def initialize(lines, n, steps):
    rng = np.random.default_rng(42)
    x = 2.0 * np.pi * np.arange(n) / n - np.pi
    height = rng.uniform(4.0, 9.0, (lines, 2, 1))
    at = rng.uniform(-2.0, 2.0, (lines, 2, 1))
    u = np.sum(3.0 * height**2 / np.cosh(0.5 * height * (x - at)) ** 2, axis=1)
    return u, np.fft.fftfreq(n, 1.0 / n), 0.2 / n**2, steps

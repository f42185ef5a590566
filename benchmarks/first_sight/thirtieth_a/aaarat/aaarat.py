import numpy as np


def initialize(n, m):
    """A function with poles beside the line, where it is known, and where it is wanted."""
    z = np.cos(np.pi * (np.arange(n) + 0.5) / n)
    f = np.tanh(20.0 * (z - 0.3)) + 1.0 / (1.0 + 400.0 * (z + 0.5) ** 2) + np.exp(-z) * np.sin(9.0 * z)
    return z, f, np.linspace(-0.999, 0.999, m)

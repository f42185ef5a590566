import numpy as np


def initialize(n):
    rng = np.random.default_rng(116)
    y, x = np.meshgrid(np.linspace(-1.0, 1.0, n), np.linspace(-1.0, 1.0, n), indexing="ij")
    fixed = np.exp(-6.0 * (x**2 + 1.5 * y**2)) + 0.3 * np.sin(5.0 * x + 2.0 * y) + 0.01 * rng.standard_normal((n, n))
    a, b = x + 0.06 * np.sin(3.0 * y), y - 0.05
    return fixed, np.exp(-6.0 * (a**2 + 1.5 * b**2)) + 0.3 * np.sin(5.0 * a + 2.0 * b)

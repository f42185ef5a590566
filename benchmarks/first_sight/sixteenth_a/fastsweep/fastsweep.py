import numpy as np


def initialize(n):
    x = np.linspace(0.0, 1.0, n)
    slow = 1.0 + 0.8 * np.sin(6.0 * x)[:, None] * np.cos(5.0 * x) + (x > 0.6)
    T = np.full((n, n), 1e10)
    T[n // 3, n // 4] = 0.0
    return T, slow, 1.0 / (n - 1)

import numpy as np


def initialize(lines, n, steps):
    x = 2.0 * np.pi * np.arange(n) / n
    phase = np.linspace(0.0, 3.0, lines)[:, None]
    return 0.5 + np.sin(x + phase) + 0.3 * np.cos(2.0 * x - phase), 2.0 * np.pi / n, 0.4 * np.pi / n, steps

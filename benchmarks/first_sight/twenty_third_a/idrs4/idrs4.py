import numpy as np


def initialize(n):
    rng = np.random.default_rng(29)
    t = (np.arange(n) + 1.0) / (n + 1.0)
    windx = 4.0 * t[:, None] * (1.0 - t[:, None]) * np.ones(n)
    windy = np.sin(np.pi * t) * np.ones((n, 1))
    f = np.exp(-30.0 * ((t[:, None] - 0.3) ** 2 + (t - 0.4) ** 2))
    shadows, _ = np.linalg.qr(rng.standard_normal((n * n, 4)))
    return f, windx, windy, np.ascontiguousarray(shadows.T), 0.05, 0.1 * (n + 1)

import numpy as np


def initialize(series, length, season):
    rng = np.random.default_rng(17)
    t = np.arange(length)[:, None]
    base = 50.0 + 20.0 * rng.random(series) + 0.01 * t
    y = base * (1.0 + 0.3 * np.sin(2.0 * np.pi * t / season + rng.random(series))) + rng.standard_normal((length, series))
    f = np.float32
    return y.astype(f), season, f(0.3), f(0.05), f(0.2), 2 * season

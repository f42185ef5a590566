import numpy as np


def initialize(days, basins):
    """Rain, warmth and evaporation of mountain basins by the day, what ran off, and each basin's six parameters."""
    rng = np.random.default_rng(3021)
    day = np.arange(days)[:, None]
    season = np.cos(2.0 * np.pi * (day - 200) / 365.25)
    rain = np.where(rng.random((days, basins)) < 0.4, rng.gamma(0.8, 8.0, (days, basins)), 0.0)
    warm = 5.0 + 9.0 * season + 3.0 * rng.standard_normal((days, basins))
    thirst = np.maximum(1.6 + 1.5 * season + 0.2 * rng.standard_normal((days, basins)), 0.0)
    runoff = 0.5 + 3.0 * rng.gamma(1.2, 0.8, (days, basins))
    low, high = np.array([100.0, -3.0, 20.0, 1.1, 0.1, 2.0]), np.array([900.0, 2.0, 150.0, 3.9, 0.9, 6.0])
    return rain, warm, thirst, runoff, low[:, None] + (high - low)[:, None] * rng.random((6, basins))

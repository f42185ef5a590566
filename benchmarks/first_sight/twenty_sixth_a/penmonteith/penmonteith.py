import numpy as np


def initialize(days, cells):
    rng = np.random.default_rng(239)
    day = np.arange(days)[:, None]
    season = -np.cos(2.0 * np.pi * (day - 15) / 365.0)
    mean = 11.0 + 9.0 * season + 3.0 * rng.standard_normal((days, cells))
    spread = 4.0 + 6.0 * rng.random((days, cells))
    humid = 45.0 + 45.0 * rng.random((days, cells))
    wind = 0.5 + 4.0 * rng.random((days, cells))
    sunny = rng.random((days, cells))
    rain = np.where(rng.random((days, cells)) < 0.25, rng.exponential(8.0, (days, cells)), 0.0)
    return mean + spread, mean - spread, humid, wind, sunny, rain, np.linspace(-0.6, 1.0, cells), rng.random(cells) * 1500.0

import numpy as np


def initialize(days, stations):
    """Noon weather from April on: warm days, dry spells, and rain on one day of four."""
    rng = np.random.default_rng(2901)
    day = np.arange(days)[:, None]
    temp = 6.0 + 14.0 * np.sin(np.pi * day / 183.0) + 4.0 * rng.standard_normal((days, stations))
    rain = np.where(rng.random((days, stations)) < 0.25, rng.exponential(5.0, (days, stations)), 0.0)
    humid = np.clip(55.0 + 18.0 * rng.standard_normal((days, stations)) + 3.0 * np.minimum(rain, 8.0), 12.0, 100.0)
    wind = 12.0 * rng.weibull(2.0, (days, stations))
    return temp, humid, wind, rain, 3 + day[:, 0] // 30 % 6

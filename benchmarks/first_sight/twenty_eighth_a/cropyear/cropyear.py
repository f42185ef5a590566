import numpy as np


def initialize(days, fields):
    """Weather from the first of March on, the same for all but for rain, and soils that are more or less wet."""
    rng = np.random.default_rng(2820)
    season = np.sin(2.0 * np.pi * (np.arange(days) - 40.0) / 365.0)
    low = 7.5 + 8.0 * season + 2.5 * rng.standard_normal(days)
    high = low + rng.uniform(6.0, 13.0, days)
    sun = np.maximum(14.0 + 8.0 * season + 3.0 * rng.standard_normal(days), 1.0)
    rain = np.where(rng.random((days, fields)) < 0.3, rng.gamma(0.8, 9.0, (days, fields)), 0.0)
    return low, high, sun, rain, np.array([44.0, 70.0, 120.0]) * rng.uniform(0.9, 1.3, (fields, 3)), rng.uniform(40.0, 120.0, fields)

import numpy as np


def initialize(profiles, bins):
    """Counts by profile and bin of air with a few layers of dust, and heights in metres."""
    rng = np.random.default_rng(3119)
    heights = 15000.0 / bins * (np.arange(bins) + 1.0)
    clean = 1.54e-6 * np.exp(-heights / 8000.0)
    middle, width = rng.uniform(800.0, 5000.0, (profiles, 3, 1)), rng.uniform(150.0, 600.0, (profiles, 3, 1))
    strength = rng.uniform(1.0e-7, 3.0e-6, (profiles, 3, 1))
    dust = np.sum(strength * np.exp(-0.5 * ((heights - middle) / width) ** 2), axis=1)
    depth = np.cumsum(dust * 50.0 + clean * 8.378, axis=1) * (heights[1] - heights[0])
    signal = 4.0e16 / bins * (dust + clean) / heights ** 2 * np.exp(-2.0 * depth)
    return rng.poisson(signal * 1.0e3 + 20.0).astype(np.float64), heights

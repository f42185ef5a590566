import numpy as np


def initialize(hours, layers):
    """Light (umol of photons), air in kelvin, share of saturation and wind by the hour, and the area of leaves in each layer."""
    rng = np.random.default_rng(3124)
    t = np.arange(hours) + 8
    sun = np.maximum(np.sin(2.0 * np.pi * (t - 6.0) / 24.0), 0.0)
    light = 1900.0 * sun * rng.uniform(0.3, 1.0, hours)
    air = 291.0 + 7.0 * np.sin(2.0 * np.pi * (t - 9.0) / 24.0) + rng.standard_normal(hours)
    humid = np.clip(0.65 - 0.25 * np.sin(2.0 * np.pi * (t - 9.0) / 24.0) + 0.05 * rng.standard_normal(hours), 0.2, 0.98)
    profile = np.exp(-0.5 * ((np.arange(layers) + 0.5) / layers - 0.4) ** 2 / 0.06)
    return light, air, humid, rng.uniform(0.5, 5.0, hours), 4.5 * profile / profile.sum()

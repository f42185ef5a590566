import numpy as np


def initialize(layers, periods):
    rng = np.random.default_rng(307)
    period = np.geomspace(0.01, 1000.0, periods)
    seen = 2.0 + 0.4 * np.sin(1.3 * np.log10(period)), np.pi / 4.0 - 0.15 * np.cos(1.3 * np.log10(period))
    noise = np.stack((0.03 * rng.standard_normal(periods), 0.015 * rng.standard_normal(periods)))
    return period, np.geomspace(50.0, 8000.0, layers - 1), (np.stack(seen) + noise).ravel(), np.full(layers, 2.0), 3.0

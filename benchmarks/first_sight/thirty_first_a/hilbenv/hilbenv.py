import numpy as np


def initialize(channels, n):
    """Signals of slowly varying strength about a common rhythm, some nearer to it than others."""
    rng = np.random.default_rng(3105)
    rate = 250.0
    t = np.arange(n) / rate
    common = 2.0 * np.pi * 10.0 * t + 0.8 * np.sin(0.7 * t)
    own = np.cumsum(rng.standard_normal((channels, n)), axis=1) * 0.02 * np.arange(channels)[:, None]
    strength = 1.0 + 0.4 * np.sin(2.0 * np.pi * 0.3 * t + rng.random((channels, 1)))
    return strength * np.cos(common + own) + 0.05 * rng.standard_normal((channels, n)), rate

import numpy as np


def initialize(n, width, hop, bands):
    """A voice of some harmonics whose pitch glides, with breath."""
    rng = np.random.default_rng(198)
    t = np.arange(n) / 16000.0
    phase = 2.0 * np.pi * np.cumsum(120.0 + 40.0 * np.sin(3.0 * t)) / 16000.0
    sound = sum(np.sin(h * phase) / h for h in range(1, 20)) * (1.2 + np.sin(9.0 * t))
    return sound + 0.05 * rng.standard_normal(n), 16000.0, width, hop, bands, 13

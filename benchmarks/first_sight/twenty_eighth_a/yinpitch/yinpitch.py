import numpy as np


def initialize(frames, window):
    """A tone that glides, its overtones, some noise, and silence at the end of it."""
    rng = np.random.default_rng(2807)
    rate, hop = 8000.0, window // 4
    t = np.arange(2 * window + hop * (frames - 1)) / rate
    f = 160.0 + 60.0 * np.sin(2.0 * np.pi * 3.0 * t)
    phase = 2.0 * np.pi * np.cumsum(f) / rate
    loud = np.where(np.arange(t.size) < 0.9 * t.size, 1.0, 0.0)
    return loud * (np.sin(phase) + 0.5 * np.sin(2.0 * phase + 0.3)) + 0.05 * rng.standard_normal(t.size), rate, window, hop

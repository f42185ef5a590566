import numpy as np


def initialize(samples):
    """Two channels of short notes with a sharp beginning."""
    rng = np.random.default_rng(3026)
    t = np.arange(samples) / 16000.0
    sound = np.zeros((2, samples))
    for start in rng.integers(0, samples, 12):
        tone, late = rng.uniform(200.0, 900.0), t[start:] - t[start]
        sound[:, start:] += rng.random((2, 1)) * np.exp(-12.0 * late) * np.sin(2.0 * np.pi * tone * late)
    return sound, np.array([405, 431, 463, 499, 523, 557]), np.array([201, 127, 41])

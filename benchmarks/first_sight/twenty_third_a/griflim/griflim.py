import numpy as np


def initialize(length, size):
    rng = np.random.default_rng(73)
    t = np.arange(length) / 8000.0
    x = np.sin(2.0 * np.pi * (300.0 + 400.0 * t) * t) + 0.5 * np.sin(2.0 * np.pi * 1200.0 * t) + 0.05 * rng.standard_normal(length)
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)
    hop = size // 4
    frames = 1 + (length - size) // hop
    at = hop * np.arange(frames)[:, None] + np.arange(size)
    sizes = np.abs(np.fft.rfft(window * x[at], axis=1))
    return sizes, 2.0 * np.pi * rng.random(sizes.shape), window, hop

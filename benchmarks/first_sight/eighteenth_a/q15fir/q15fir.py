import numpy as np


def initialize(channels, n, m):
    rng = np.random.default_rng(21)
    t = np.arange(n)
    wave = 9000.0 * np.sin(0.02 * t) + 800.0 + 26000.0 * (rng.random((channels, n)) - 0.5)
    k = np.arange(m) - 0.5 * (m - 1)
    taps = np.sinc(0.25 * k) * np.hamming(m)
    taps = np.round(taps / np.abs(taps).sum() * 40000.0).astype(np.int16)
    return np.clip(wave, -32768, 32767).astype(np.int16), taps, np.zeros(channels, dtype=np.int32)

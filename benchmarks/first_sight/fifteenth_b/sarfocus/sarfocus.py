import numpy as np


def initialize(pulses, bins, n):
    rng = np.random.default_rng(42)
    track = np.stack((np.linspace(-3.0, 3.0, pulses), np.full(pulses, -12.0), np.full(pulses, 5.0)), axis=1)
    first, step, k = 8.0, 14.0 / bins, 25.0
    echoes = 0.05 * (rng.standard_normal((pulses, bins)) + 1j * rng.standard_normal((pulses, bins)))
    at = first + step * np.arange(bins)
    for _ in range(6):
        place = np.array([4.0 * rng.random() - 2.0, 4.0 * rng.random() - 2.0, 0.0])
        r = np.linalg.norm(track - place, axis=1)
        echoes += np.sinc((at - r[:, None]) / (2.0 * step)) * np.exp(-2j * k * r[:, None])
    axis = np.linspace(-2.5, 2.5, n)
    return echoes, track, first, step, k, axis, axis.copy()

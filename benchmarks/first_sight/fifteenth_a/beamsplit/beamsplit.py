import numpy as np


def initialize(n, steps):
    x = np.linspace(-10.0, 10.0, n)
    k = 2.0 * np.pi * np.fft.fftfreq(n, x[1] - x[0])
    beam = np.exp(-((x - 1.0) ** 2)).astype(np.complex64)
    guide = np.tile(2.0 * np.exp(-x * x / 4.0), (steps, 1)).astype(np.float32)
    return beam, guide, np.exp(-0.005j * k * k).astype(np.complex64)

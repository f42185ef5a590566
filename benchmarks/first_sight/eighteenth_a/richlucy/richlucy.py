import numpy as np


def initialize(lines, n):
    rng = np.random.default_rng(19)
    distance = np.minimum(np.arange(n), n - np.arange(n))
    psf = np.exp(-0.5 * (distance / 2.5) ** 2) + 0.3 * (np.arange(n) < 7)
    psf /= psf.sum()
    sky = 5.0 + 200.0 * (rng.random((lines, n)) > 0.97)
    image = np.fft.irfft(np.fft.rfft(sky, axis=1) * np.fft.rfft(psf), n, axis=1)
    return image * rng.uniform(0.97, 1.03, (lines, n)), psf

import numpy as np


def initialize(n, stars, rounds):
    """A field of stars seen through a turbulent sky and a sensor that counts."""
    rng = np.random.default_rng(192)
    sky = np.full((n, n), 2.0)
    sky[rng.integers(0, n, stars), rng.integers(0, n, stars)] += rng.pareto(1.5, stars) * 400.0 + 100.0
    axis = np.minimum(np.arange(n), n - np.arange(n))
    r2 = axis[:, np.newaxis] ** 2 + axis**2
    psf = (1.0 + r2 / 4.0) ** -2.5
    psf /= psf.sum()
    blurred = np.fft.irfft2(np.fft.rfft2(sky) * np.fft.rfft2(psf), (n, n))
    return rng.poisson(np.maximum(blurred, 0.0)).astype(float), psf, rounds

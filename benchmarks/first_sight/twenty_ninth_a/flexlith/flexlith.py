import numpy as np


def initialize(n, tries):
    """Mountains in kilometres of a rough spectrum, the Moho under a plate of 17 km with errors, and plates to try."""
    rng = np.random.default_rng(2923)
    f = np.fft.fftfreq(n)
    k = np.hypot(f[:, None], np.fft.rfftfreq(n))
    k[0, 0] = 1.0
    height = np.fft.irfft2(np.fft.rfft2(rng.standard_normal((n, n))) * k ** -1.6, (n, n))
    height -= height.mean()
    height /= height.std()
    wave = 2.0 * np.pi / 5e3 * np.hypot(f[:, None], np.fft.rfftfreq(n))
    stiff = 1e11 * 17e3 ** 3 / (12.0 * (1.0 - 0.25 ** 2)) / (600.0 * 9.81)
    seen = np.fft.irfft2(np.fft.rfft2(height) * 2670.0 / 600.0 / (1.0 + stiff * wave ** 4), (n, n))
    return height, seen + 0.2 * rng.standard_normal((n, n)), np.linspace(5e3, 40e3, tries), 5e3

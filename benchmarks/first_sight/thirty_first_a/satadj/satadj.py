import numpy as np


def initialize(nz, ny, nx):
    """Air that gets colder upwards, near saturation here and there, with some cloud already."""
    rng = np.random.default_rng(3101)
    p = 1.0e5 * np.exp(-np.linspace(0.0, 9000.0, nz) / 8000.0)
    t = (295.0 - 6.0e-3 * np.linspace(0.0, 9000.0, nz))[:, None, None] + 1.5 * rng.standard_normal((nz, ny, nx))
    es = 611.2 * np.exp(17.67 * (t - 273.15) / (t - 29.65))
    qs = 0.622 * es / (p[:, None, None] - 0.378 * es)
    qv = qs * (0.55 + 0.6 * rng.random((nz, ny, nx)))
    qc = np.where(rng.random((nz, ny, nx)) < 0.3, 4.0e-4 * rng.random((nz, ny, nx)), 0.0)
    return t, qv, qc, p

import numpy as np


def initialize(galaxies, steps):
    """Wavelengths, spectra at rest, filters, fluxes that were seen with errors (some missing: error nought), and redshifts to try."""
    rng = np.random.default_rng(3121)
    waves = np.linspace(800.0, 11000.0, 680)
    x = waves / 4000.0
    old = np.where(waves > 4000.0, 1.0, 0.35) * x ** 0.6
    young = x ** -1.6 * np.where(waves > 912.0, 1.0, 0.02)
    templates = np.array([m * old / old.mean() + (1.0 - m) * young / young.mean() for m in (1.0, 0.8, 0.55, 0.3, 0.1, 0.0)])
    for line, size in ((3727.0, 3.0), (5007.0, 2.5), (6563.0, 4.0)):
        templates += (size * np.linspace(0.0, 1.0, 6) ** 2)[:, None] * np.exp(-0.5 * ((waves - line) / 25.0) ** 2)
    centres = np.array([3600.0, 4800.0, 6200.0, 7600.0, 8900.0, 10000.0])
    filters = np.exp(-(np.abs(waves - centres[:, None]) / (0.09 * centres[:, None])) ** 6)
    redshifts = np.linspace(0.0, 1.6, steps)
    z, kind = rng.uniform(0.05, 1.3, galaxies), rng.integers(0, 6, galaxies)
    shifted = np.array([np.interp(waves / (1.0 + a), waves, templates[k]) for a, k in zip(z, kind)])
    fluxes = shifted @ filters.T / filters.sum(axis=1) * rng.uniform(5.0, 50.0, (galaxies, 1))
    errors = (0.05 + 0.05 * rng.random(fluxes.shape)) * fluxes.mean(axis=1, keepdims=True)
    seen = fluxes + errors * rng.standard_normal(fluxes.shape)
    errors[rng.random(fluxes.shape) < 0.05] = 0.0
    return waves, templates, filters, seen, errors, redshifts

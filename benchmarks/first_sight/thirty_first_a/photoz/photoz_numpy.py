import numpy as np


def dust(waves, colour_excess):
    """How much a foreground of dust dims, after Calzetti's law."""
    x = 1.0e4 / waves
    red = 2.659 * (-1.857 + 1.040 * x) + 4.05
    blue = 2.659 * (-2.156 + 1.509 * x - 0.198 * x ** 2 + 0.011 * x ** 3) + 4.05
    k = np.where(waves > 6300.0, red, blue)
    return 10.0 ** (-0.4 * colour_excess * np.maximum(k, 0.0))


def model_fluxes(waves, templates, filters, redshifts, excesses):
    """Fluxes in each band by redshift, then template and dust."""
    norm = np.trapezoid(filters * waves, waves, axis=1)
    fluxes = np.empty((redshifts.size, templates.shape[0] * len(excesses), filters.shape[0]))
    dimmed = np.concatenate([templates * dust(waves, e) for e in excesses])
    for i, z in enumerate(redshifts):
        at_rest = waves / (1.0 + z)
        for k in range(dimmed.shape[0]):
            spectrum = np.interp(at_rest, waves, dimmed[k], left=0.0) / (1.0 + z)
            fluxes[i, k] = np.trapezoid(filters * (spectrum * waves), waves, axis=1) / norm
    return fluxes


def prior(redshifts, magnitude):
    """Bright galaxies are near: a gamma-like law whose middle grows as they get fainter."""
    z0 = 0.25 + 0.08 * np.maximum(magnitude + 3.0, 0.0)
    p = redshifts ** 2 * np.exp(-(redshifts / z0) ** 1.5) + 1e-6
    return p / np.sum(p)


def interval(redshifts, posterior, share):
    cumulative = np.cumsum(posterior)
    cumulative /= cumulative[-1]
    return np.interp([0.5 - share / 2.0, 0.5 + share / 2.0], cumulative, redshifts)


def photoz(waves, templates, filters, seen, errors, redshifts, excesses=(0.0, 0.15, 0.4)):
    """Redshift with its bounds, kind of the best template, and how firmly the posterior sits around the peak."""
    fluxes = model_fluxes(waves, templates, filters, redshifts, excesses)
    count = seen.shape[0]
    best, low, high, odds = np.zeros(count), np.zeros(count), np.zeros(count), np.zeros(count)
    kind = np.zeros(count, dtype=np.int64)
    for g in range(count):
        good = errors[g] > 0.0
        if np.count_nonzero(good) < 3:
            best[g] = low[g] = high[g] = np.nan
            kind[g] = -1
            continue
        weight = 1.0 / errors[g, good] ** 2
        model = fluxes[:, :, good]
        cross = np.einsum("zkb,b->zk", model, weight * seen[g, good])
        square = np.einsum("zkb,zkb,b->zk", model, model, weight)
        amplitude = np.maximum(cross / square, 0.0)
        chi2 = np.sum(weight * seen[g, good] ** 2) - amplitude * (2.0 * cross - amplitude * square)
        magnitude = -2.5 * np.log10(max(seen[g, 2], 0.01))
        posterior = np.exp(-0.5 * (chi2 - chi2.min())).sum(axis=1) * prior(redshifts, magnitude)
        posterior /= posterior.sum()
        peak = posterior.argmax()
        best[g] = redshifts[peak]
        low[g], high[g] = interval(redshifts, posterior, 0.68)
        kind[g] = np.argmin(chi2[peak]) % templates.shape[0]
        near = np.abs(redshifts - best[g]) < 0.06 * (1.0 + best[g])
        odds[g] = posterior[near].sum()
    return best, low, high, kind, odds

import numpy as np


def sunlight(s, day, tilt=0.4091):
    """Mean share of the sun that bands get on a day, polar night and polar day and all."""
    dec = np.arcsin(np.sin(tilt) * np.sin(2.0 * np.pi * day))
    c = np.sqrt(1.0 - s * s)
    cosh = np.clip(-s / c * np.tan(dec), -1.0, 1.0)
    h = np.arccos(cosh)
    return (h * s * np.sin(dec) + c * np.cos(dec) * np.sin(h)) / np.pi


def solve(lower, main, upper, b):
    """One tridiagonal matrix, many right sides; b becomes the solution."""
    n = main.size
    main = main.copy()
    for i in range(1, n):
        w = lower[i - 1] / main[i - 1]
        main[i] -= w * upper[i - 1]
        b[i] -= w * b[i - 1]
    b[-1] /= main[-1]
    for i in range(n - 2, -1, -1):
        b[i] = (b[i] - upper[i] * b[i + 1]) / main[i]


def budykoebm(sines, warm, sun, years, days=24):
    """After Budyko and Sellers: northern edge of the ice, mean warmth by year, warmth of bands at the end."""
    warm = warm.copy()
    bands = sines.size
    ds = 2.0 / bands
    dt = 3.15e7 / days / 4.0e7
    edge = 0.5 * (sines[1:] + sines[:-1])
    lead = 0.45 * (1.0 - edge ** 2) * dt / ds ** 2
    main = np.full(bands, 1.0 + 2.1 * dt)
    main[1:] += lead
    main[:-1] += lead
    mean = np.zeros((years, sun.size))
    for year in range(years):
        for day in range(days):
            share = sunlight(sines, (day + 0.5) / days)
            bright = 0.3 + 0.15 * (1.0 + np.tanh(-0.5 * (warm + 8.0)))
            warm += dt * (sun * share[:, None] * (1.0 - bright) - 203.0)
            solve(-lead, main, -lead, warm)
            mean[year] += np.mean(warm, axis=0) / days
    frozen = warm[bands // 2:] < -8.0
    ice = np.where(np.any(frozen, axis=0), np.argmax(frozen, axis=0), frozen.shape[0])
    return np.arcsin(np.clip(ice * ds, 0.0, 1.0)), mean, warm

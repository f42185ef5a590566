import numpy as np


def samples(t, power, decay):
    """Weighted values of (1 - x^2)^power exp(-decay x) at x = tanh(pi/2 sinh t); 1 - x^2 from the cosine, for the ends' sake."""
    s = 0.5 * np.pi * np.sinh(t)
    rest = 1.0 / np.cosh(s) ** 2
    weight = 0.5 * np.pi * np.cosh(t) * rest
    return weight * rest ** power[:, None] * np.exp(-decay[:, None] * np.tanh(s))


def integrate(power, decay, tol, reach, finest):
    h = 1.0
    total = np.sum(samples(np.arange(-reach, reach + 1) * h, power, decay), axis=1)
    values = h * total
    error, level = np.inf, 0
    for level in range(1, finest):
        half = reach * 2 ** (level - 1)
        total += np.sum(samples((np.arange(-half, half) + 0.5) * h, power, decay), axis=1)
        h *= 0.5
        error = np.max(np.abs(h * total - values) / (1.0 + np.abs(values)))
        values = h * total
        if error < tol:
            break
    return values, error < tol, level

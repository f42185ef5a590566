import numpy as np


def lambert(z, tolerance=1e-9, limit=30):
    """w with w exp(w) = z, and how many steps each took."""
    w = np.where(z > np.e, np.log(np.maximum(z, 1.0)), 0.5 * np.log1p(z))
    turns = np.zeros(z.shape, dtype=np.int32)
    active = np.arange(z.size)
    while active.size > 0 and turns.max() < limit:
        x = w[active]
        e = np.exp(x)
        f = x * e - z[active]
        step = f / (e * (x + 1.0) - (x + 2.0) * f / (2.0 * x + 2.0))
        w[active] = x - step
        turns[active] += 1
        active = active[np.abs(step) > tolerance * (1.0 + np.abs(x))]
    return w, turns

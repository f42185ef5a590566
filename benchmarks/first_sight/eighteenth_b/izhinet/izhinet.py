import numpy as np


def initialize(excite, inhibit, steps):
    rng = np.random.default_rng(194)
    n = excite + inhibit
    re, ri = rng.random(excite), rng.random(inhibit)
    a = np.concatenate([np.full(excite, 0.02), 0.02 + 0.08 * ri])
    b = np.concatenate([np.full(excite, 0.2), 0.25 - 0.05 * ri])
    c = np.concatenate([-65.0 + 15.0 * re**2, np.full(inhibit, -65.0)])
    d = np.concatenate([8.0 - 6.0 * re**2, np.full(inhibit, 2.0)])
    weight = np.hstack([0.5 * rng.random((n, excite)), -rng.random((n, inhibit))]) * 1000.0 / n
    drive = rng.standard_normal((steps, n)) * np.concatenate([np.full(excite, 5.0), np.full(inhibit, 2.0)])
    return a, b, c, d, weight, drive

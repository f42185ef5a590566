import numpy as np


def initialize(rows, columns):
    """Spectra that overlap, a mixture of a third of them, and noise that wants some of the others negative."""
    rng = np.random.default_rng(2924)
    at = np.linspace(0.0, 1.0, rows)[:, None]
    A = np.exp(-((at - rng.random(columns)) / (0.02 + 0.05 * rng.random(columns))) ** 2) + 0.3 * rng.random((rows, columns))
    x = np.where(rng.random(columns) < 0.35, rng.exponential(1.0, columns), 0.0)
    return A, A @ x + 0.05 * rng.standard_normal(rows)

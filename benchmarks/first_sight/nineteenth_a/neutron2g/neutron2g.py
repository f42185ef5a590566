import numpy as np


def initialize(n):
    rng = np.random.default_rng(105)
    t = np.linspace(-1.0, 1.0, n)
    core = (np.abs(t)[:, None] < 0.7) & (np.abs(t)[None, :] < 0.7)
    noise = 1.0 + 0.02 * rng.standard_normal((n, n))
    removal, scatter = np.where(core, 0.026, 0.051) * noise, np.where(core, 0.017, 0.050)
    absorb, nu1, nu2 = np.where(core, 0.085, 0.02) * noise, np.where(core, 0.007, 0.0), np.where(core, 0.13, 0.0)
    return np.where(core, 1.4, 1.6), np.where(core, 0.4, 0.3), removal, scatter, absorb, nu1, nu2, 200.0 / n

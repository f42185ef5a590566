import numpy as np


def initialize(ncol, nz):
    rng = np.random.default_rng(42)
    height = np.linspace(0.0, 9000.0, nz)
    t = 295.0 - 0.0065 * height[None, :] + rng.standard_normal((ncol, nz))
    p = np.repeat((1e5 * np.exp(-height / 8000.0))[None, :], ncol, axis=0)
    qv = 0.018 * np.exp(-height / 2800.0)[None, :] * (0.8 + 0.4 * rng.random((ncol, nz)))
    return t, qv, 1e-3 * rng.random((ncol, nz)), np.zeros((ncol, nz)), p, 20.0

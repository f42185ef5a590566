import numpy as np


def initialize(columns, levels):
    rng = np.random.default_rng(2024)
    z = np.linspace(100.0, 10000.0, levels)
    p = 1000.0 * np.exp(-z / 8000.0)
    theta = 300.0 + 4.5e-3 * z + rng.standard_normal((columns, levels))
    t = theta * (p / 1000.0) ** 0.286
    qvs = 3.8 / p * np.exp(17.27 * (t - 273.0) / (t - 36.0))
    qv = qvs * (0.75 + 0.4 * rng.random((columns, levels)))
    qc = 2e-3 * rng.random((columns, levels)) * (rng.random((columns, levels)) < 0.4)
    qr = 3e-3 * rng.random((columns, levels)) * (rng.random((columns, levels)) < 0.3)
    return theta, qv, qc, qr, 100.0 * p / (287.0 * 280.0), p, z[1] - z[0], 30.0

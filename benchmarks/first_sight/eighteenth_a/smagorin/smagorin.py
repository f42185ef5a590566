import numpy as np


def initialize(layers, n, m):
    rng = np.random.default_rng(13)
    y, x = np.meshgrid(np.linspace(0.0, 2.0 * np.pi, n), np.linspace(0.0, 2.0 * np.pi, m), indexing="ij")
    wave = 10.0 * np.sin(x) * np.cos(y)
    u = np.pad(wave, ((0, 0), (0, 1))) + rng.standard_normal((layers, n, m + 1))
    v = np.pad(-wave, ((0, 1), (0, 0))) + rng.standard_normal((layers, n + 1, m))
    return u.astype(np.float32), v.astype(np.float32)

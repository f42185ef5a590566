import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(104)
    y, x = np.meshgrid(np.linspace(0.0, 1.0, n), np.linspace(0.0, 1.0, m), indexing="ij")
    psi = np.exp(-60.0 * ((x - 0.3) ** 2 + (y - 0.5) ** 2)) + 0.01 * rng.random((n, m))
    stream = 0.2 * np.sin(np.pi * np.linspace(0.0, 1.0, n))[:, None] * np.sin(np.pi * np.linspace(0.0, 1.0, m))[None, :]
    u = (np.diff(stream, axis=0)[:, :-1] * 10.0).astype(np.float32)
    v = (-np.diff(stream, axis=1)[:-1, :] * 10.0).astype(np.float32)
    return psi.astype(np.float32), u, v

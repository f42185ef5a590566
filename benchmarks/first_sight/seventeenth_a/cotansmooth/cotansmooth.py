import numpy as np


def initialize(nu, nv, steps):
    """A bumpy torus, two triangles for each of nu x nv patches."""
    rng = np.random.default_rng(29)
    i, j = np.meshgrid(np.arange(nu), np.arange(nv), indexing="ij")
    a, b = 2.0 * np.pi * i / nu, 2.0 * np.pi * j / nv
    r = 0.4 + 0.02 * rng.standard_normal((nu, nv))
    vertices = np.stack([(1.0 + r * np.cos(b)) * np.cos(a), (1.0 + r * np.cos(b)) * np.sin(a), r * np.sin(b)], axis=-1).reshape(-1, 3)
    here, right = i * nv + j, (i + 1) % nu * nv + j
    up, both = i * nv + (j + 1) % nv, (i + 1) % nu * nv + (j + 1) % nv
    faces = np.concatenate([np.stack([here, right, both], -1).reshape(-1, 3), np.stack([here, both, up], -1).reshape(-1, 3)])
    return vertices, faces, 0.05 / (nu * nv), steps

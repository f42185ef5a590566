import numpy as np


def initialize(points, rings):
    """A ring's surface of triangles, its normals outwards, and points anywhere about it."""
    rng = np.random.default_rng(419)
    a, b = np.meshgrid(*(2.0 * np.pi * np.arange(rings) / rings,) * 2, indexing="ij")
    wide = 1.0 + 0.4 * np.cos(b)
    corner = np.stack((wide * np.cos(a), wide * np.sin(a), 0.4 * np.sin(b)), axis=-1).reshape(-1, 3)
    i, j = (v.ravel() for v in np.indices((rings, rings)))
    p, q = i * rings + j, (i + 1) % rings * rings + j
    r, s = (i + 1) % rings * rings + (j + 1) % rings, i * rings + (j + 1) % rings
    face = np.concatenate((np.column_stack((p, q, r)), np.column_stack((p, r, s))))
    return rng.uniform(-1.0, 1.0, (points, 3)) * np.array([1.6, 1.6, 0.6]), corner, face

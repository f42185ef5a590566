import numpy as np


def initialize(rays, triangles):
    rng = np.random.default_rng(42)
    d = np.stack((0.6 * rng.random(rays) - 0.3, 0.6 * rng.random(rays) - 0.3, np.ones(rays)), axis=1)
    d /= np.linalg.norm(d, axis=1, keepdims=True)
    centres = np.stack((4.0 * rng.random(triangles) - 2.0, 4.0 * rng.random(triangles) - 2.0, 5.0 + 3.0 * rng.random(triangles)), axis=1)
    mesh = centres[:, None, :] + 0.5 * rng.standard_normal((triangles, 3, 3))
    return tuple(a.astype(np.float32) for a in (np.zeros((rays, 3)), d, mesh, np.array([0.3, 0.5, -0.8])))

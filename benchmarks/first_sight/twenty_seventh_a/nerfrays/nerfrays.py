import numpy as np


def initialize(rays, samples):
    rng = np.random.default_rng(397)
    way = rng.standard_normal((rays, 3)) * 0.3 + np.array([0.0, 0.0, 1.0])
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    origin = np.tile(np.array([0.0, 0.0, -2.0]), (rays, 1)) + 0.1 * rng.standard_normal((rays, 3))
    depth = np.linspace(0.5, 3.5, samples)
    width, features = 48, 3 + 2 * 3 * 5
    scale = [(features, width), (width, width), (width, 4)]
    W1, W2, W3 = (rng.standard_normal(s) * np.sqrt(2.0 / s[0]) for s in scale)
    b1, b2 = 0.1 * rng.standard_normal(width), 0.1 * rng.standard_normal(width)
    return tuple(a.astype(np.float32) for a in (origin, way, depth, W1, b1, W2, b2, W3))

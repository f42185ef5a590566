import numpy as np


def initialize(bodies):
    rng = np.random.default_rng(293)
    r = rng.standard_normal((bodies, 3))
    r *= (0.6 + 2.0 * rng.random((bodies, 1))) / np.linalg.norm(r, axis=1, keepdims=True)
    v = rng.standard_normal((bodies, 3))
    size = np.sqrt(1.0 / np.linalg.norm(r, axis=1)) * (0.7 + 0.9 * rng.random(bodies))
    v *= (size / np.linalg.norm(v, axis=1))[:, None]
    return r, v, 0.5 + 1.5 * rng.random(bodies), 1.0

import numpy as np


def initialize(T, N, D, H):
    rng = np.random.default_rng(42)
    x = rng.standard_normal((T, N, D))
    target = np.tanh(rng.standard_normal((N, H)))
    W = rng.standard_normal((D, 3 * H)) / np.sqrt(D)
    U = rng.standard_normal((H, 3 * H)) / np.sqrt(H)
    return tuple(a.astype(np.float32) for a in (x, target, W, U, 0.1 * rng.standard_normal(3 * H)))

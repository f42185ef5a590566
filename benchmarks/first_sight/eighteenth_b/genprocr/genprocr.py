import numpy as np


def initialize(shapes, marks):
    """Skulls, as it were: landmarks of one shape with noise, turned, moved and scaled."""
    rng = np.random.default_rng(197)
    base = rng.standard_normal((marks, 3)) * np.array([3.0, 2.0, 1.0])
    turns = np.linalg.qr(rng.standard_normal((shapes, 3, 3)))[0]
    noisy = base + 0.15 * rng.standard_normal((shapes, marks, 3))
    scale = rng.uniform(0.5, 2.0, (shapes, 1, 1))
    return scale * noisy @ turns + rng.standard_normal((shapes, 1, 3)), 60, 1e-12

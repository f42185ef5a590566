import numpy as np


def initialize(angles, n):
    """Shadows of three discs; as many places in the shadow as in a side of the picture."""
    rng = np.random.default_rng(42)
    theta = np.pi * np.arange(angles) / angles
    t = np.arange(n) - (n - 1) / 2.0
    shadows = 0.01 * rng.standard_normal((angles, n))
    for x, y, r, value in ((0.0, 0.0, 0.4, 1.0), (0.15, 0.1, 0.1, 0.6), (-0.12, -0.2, 0.08, -0.5)):
        off = t - n * (x * np.cos(theta) + y * np.sin(theta))[:, None]
        shadows += 2.0 * value * np.sqrt(np.maximum((n * r) ** 2 - off**2, 0.0))
    return shadows, theta

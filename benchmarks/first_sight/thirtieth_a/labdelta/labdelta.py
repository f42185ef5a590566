import numpy as np


def initialize(n):
    """A smooth picture in sRGB bytes, and the same with a cast, some noise and coarser shades."""
    rng = np.random.default_rng(3001)
    x, y = np.meshgrid(np.linspace(0.0, 1.0, n), np.linspace(0.0, 1.0, n), indexing="ij")
    waves = [0.5 + 0.5 * np.sin(a * x + b * y + c) for a, b, c in ((7.0, 3.0, 0.2), (2.0, 9.0, 1.1), (5.0, -6.0, 2.3))]
    first = np.stack(waves, axis=-1) * 255.0
    second = first * np.array([0.97, 1.0, 0.9]) + 3.0 * rng.standard_normal((n, n, 3))
    return first.astype(np.uint8), (np.clip(second, 0.0, 255.0).astype(np.uint8) // 8 * 8)

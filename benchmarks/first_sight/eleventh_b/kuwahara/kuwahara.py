import numpy as np


def initialize(ny, nx, radius):
    rng = np.random.default_rng(42)
    y, x = np.mgrid[:ny, :nx]
    image = 120.0 + 80.0 * np.sign(np.sin(x / 7.0) * np.cos(y / 5.0)) + 12.0 * rng.standard_normal((ny, nx))
    return image.clip(0, 255).astype(np.float32), radius

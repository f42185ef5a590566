import numpy as np


def initialize(h, w):
    rng = np.random.default_rng(42)
    y, x = np.mgrid[0:h, 0:w]
    wave = 90.0 + 60.0 * np.sin(0.02 * x)[..., None] * np.cos(0.03 * y)[..., None]
    image = np.clip(wave + 20.0 * rng.standard_normal((h, w, 3)), 0, 255).astype(np.uint8)
    return image, (256.0 * rng.random((h // 2, w, 3)) ** 1.3).astype(np.uint8)

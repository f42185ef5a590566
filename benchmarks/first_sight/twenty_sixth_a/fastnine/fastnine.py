import numpy as np


def initialize(height, width):
    rng = np.random.default_rng(281)
    image = 90.0 + 20.0 * np.sin(np.arange(height)[:, None] / 17.0) * np.cos(np.arange(width) / 23.0)
    for _ in range(height * width // 500):
        y, x = rng.integers(0, height), rng.integers(0, width)
        h, w = rng.integers(4, 20, 2)
        image[y:y + h, x:x + w] = 255.0 * rng.random()
    return np.clip(image + 4.0 * rng.standard_normal((height, width)), 0.0, 255.0).astype(np.uint8), 24

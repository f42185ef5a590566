import numpy as np


def initialize(ny, nx, angles):
    rng = np.random.default_rng(46)
    image = (rng.random((ny, nx)) < 0.02).astype(np.uint8)
    i = np.arange(min(ny, nx))
    image[i, i] = 1
    image[ny // 3, :] = 1
    image[(ny - 1 - i // 2), i] = 1
    return image, np.linspace(-np.pi / 2, np.pi / 2, angles, endpoint=False)

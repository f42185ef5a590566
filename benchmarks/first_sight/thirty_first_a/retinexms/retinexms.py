import numpy as np


def initialize(h, w):
    """A picture of coloured tiles under a light that fades to one corner, three channels of 0 to 255."""
    rng = np.random.default_rng(3106)
    tiles = rng.uniform(20.0, 250.0, (h // 4, w // 4, 3))
    picture = np.repeat(np.repeat(tiles, 4, axis=0), 4, axis=1)
    light = np.exp(-1.5 * np.linspace(0.0, 1.0, h)[:, None, None] - np.linspace(0.0, 1.0, w)[None, :, None])
    return (np.floor(picture * light + 2.0 * rng.random((h, w, 3))).astype(np.float32),)

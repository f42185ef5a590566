import numpy as np


def initialize(pairs, width):
    rng = np.random.default_rng(257)
    common = rng.standard_normal((pairs, width))
    pictures = common + 0.7 * rng.standard_normal((pairs, width))
    words = common + 0.7 * rng.standard_normal((pairs, width))
    return pictures.astype(np.float32), words.astype(np.float32), np.float32(2.3)

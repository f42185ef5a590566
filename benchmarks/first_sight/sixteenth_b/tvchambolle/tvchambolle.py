import numpy as np


def initialize(h, w, steps):
    rng = np.random.default_rng(42)
    i, j = np.ogrid[:h, :w]
    clean = ((i - h / 2) ** 2 + (j - w / 2) ** 2 < (h / 3) ** 2) * 0.7 + 0.2 * (j > w / 2)
    noisy = (clean + 0.15 * rng.standard_normal((h, w))).astype(np.float32)
    return noisy, noisy.copy(), np.zeros((h, w), np.float32), np.zeros((h, w), np.float32), steps

import numpy as np


def initialize(n):
    rng = np.random.default_rng(108)
    place = 1.4 * np.arange(n) + 0.2 * rng.random(n)
    gap = np.abs(place[:, None] - place[None, :])
    S = np.exp(-gap)
    H = -(3.0 + 0.5 * place[:, None] / n + 0.5 * place[None, :] / n) * S - np.diag(1.0 * (np.arange(n) % 2))
    middle = 0.5 * (place[:, None] + place[None, :])
    between = np.abs(middle[:, :, None, None] - middle[None, None, :, :])
    return S, H, 0.5 * S[:, :, None, None] * S[None, None, :, :] / np.sqrt(1.0 + between**2)

import numpy as np


def windows(a, reach, join):
    """Joins what lies within reach, first down and then across; the border is doubled."""
    for _ in range(2):
        n = a.shape[0]
        p = np.pad(a, ((reach, reach), (0, 0)), mode="edge")
        out = p[:n].copy()
        for k in range(1, 2 * reach + 1):
            join(out, p[k:k + n], out=out)
        a = out.T
    return a


def darkhaze(image, reach, keep=0.95, least=0.1):
    """After He, Sun and Tang: the clear picture, how much comes through, and the colour of the air."""
    dark = windows(image.min(axis=2), reach, np.minimum)
    count = max(1, dark.size // 500)
    level = np.partition(dark.ravel(), dark.size - count)[dark.size - count]
    air = image[dark >= level].mean(axis=0)
    through = 1.0 - keep * windows((image / air).min(axis=2), reach, np.minimum)
    through = np.maximum(windows(through, reach, np.add) / (2 * reach + 1) ** 2, least)
    return np.clip((image - air) / through[:, :, None] + air, 0.0, 1.0), through, air

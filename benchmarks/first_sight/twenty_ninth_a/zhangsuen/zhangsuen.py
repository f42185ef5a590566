import numpy as np


def initialize(n):
    """Thick loops and bars, one where several waves are near nought; the border is empty."""
    x, y = np.meshgrid(np.linspace(0.0, 1.0, n), np.linspace(0.0, 1.0, n), indexing="ij")
    waves = np.sin(9.0 * x + 4.0 * y) + np.cos(11.0 * y - 3.0 * x * y) + 0.6 * np.sin(17.0 * x * y)
    picture = (np.abs(waves) < 0.55).astype(np.uint8)
    picture[[0, -1]] = 0
    picture[:, [0, -1]] = 0
    return (picture,)

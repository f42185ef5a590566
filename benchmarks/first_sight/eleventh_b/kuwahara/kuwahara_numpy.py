import numpy as np


def kuwahara(image, r):
    """Smooth and keep edges: of four windows around a pixel take the mean of the one that varies least."""
    ny, nx = image.shape
    out = image.copy()
    for i in range(r, ny - r):
        for j in range(r, nx - r):
            windows = (image[i - r: i + 1, j - r: j + 1], image[i - r: i + 1, j: j + r + 1],
                       image[i: i + r + 1, j - r: j + 1], image[i: i + r + 1, j: j + r + 1])
            best = np.inf
            for window in windows:
                spread = window.var()
                if spread < best:
                    best = spread
                    out[i, j] = window.mean()
    return out

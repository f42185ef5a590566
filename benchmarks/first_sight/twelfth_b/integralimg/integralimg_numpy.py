import numpy as np


def threshold(image, radius, part=0.95):
    """Windows are cut off at the border; what is below part of the mean around it is dark."""
    h, w = image.shape
    table = np.zeros((h + 1, w + 1))
    table[1:, 1:] = np.cumsum(np.cumsum(image, axis=0), axis=1)
    y, x = np.arange(h), np.arange(w)
    top, bottom = np.maximum(y - radius, 0), np.minimum(y + radius + 1, h)
    left, right = np.maximum(x - radius, 0), np.minimum(x + radius + 1, w)
    total = (table[bottom][:, right] - table[top][:, right] - table[bottom][:, left] + table[top][:, left])
    mean = total / np.outer(bottom - top, right - left)
    dark = image < part * mean
    return dark, mean, dark.sum(axis=1) / w

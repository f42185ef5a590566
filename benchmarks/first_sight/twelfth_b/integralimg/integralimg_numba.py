import numba as nb
import numpy as np


@nb.njit
def threshold(image, radius, part=0.95):
    h, w = image.shape
    table = np.zeros((h + 1, w + 1))
    for i in range(h):
        row = 0.0
        for j in range(w):
            row += image[i, j]
            table[i + 1, j + 1] = table[i, j + 1] + row
    dark = np.empty((h, w), np.bool_)
    mean = np.empty((h, w))
    share = np.zeros(h)
    for i in range(h):
        top, bottom = max(i - radius, 0), min(i + radius + 1, h)
        count = 0
        for j in range(w):
            left, right = max(j - radius, 0), min(j + radius + 1, w)
            total = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
            mean[i, j] = total / ((bottom - top) * (right - left))
            dark[i, j] = image[i, j] < part * mean[i, j]
            count += dark[i, j]
        share[i] = count / w
    return dark, mean, share

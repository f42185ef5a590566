import numpy as np


def between(x, row, column):
    """Values of all channels between pixels; nothing outside."""
    _, ny, nx = x.shape
    top = np.floor(row).astype(np.int64)
    left = np.floor(column).astype(np.int64)
    total = np.zeros((x.shape[0], ny, nx))
    for i in (0, 1):
        for j in (0, 1):
            share = (1.0 - np.abs(row - (top + i))) * (1.0 - np.abs(column - (left + j)))
            inside = (top + i >= 0) & (top + i < ny) & (left + j >= 0) & (left + j < nx)
            total += np.where(inside, share, 0.0) * x[:, np.clip(top + i, 0, ny - 1), np.clip(left + j, 0, nx - 1)]
    return total


def deformconv(x, offset, mask, weights):
    cin, ny, nx = x.shape
    taps = offset.shape[0]
    k = int(round(taps ** 0.5))
    rows, columns = np.mgrid[0:ny, 0:nx]
    sampled = np.empty((cin, taps, ny, nx))
    for t in range(taps):
        row = rows + (t // k - k // 2) + offset[t, 0]
        column = columns + (t % k - k // 2) + offset[t, 1]
        sampled[:, t] = mask[t] * between(x, row, column)
    return (weights.reshape(-1, cin * taps) @ sampled.reshape(cin * taps, ny * nx)).reshape(-1, ny, nx)

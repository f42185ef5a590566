import numpy as np


def grow(f):
    """The largest of nine neighbours."""
    out = f.copy()
    np.maximum(out[1:], f[:-1], out=out[1:])
    np.maximum(out[:-1], f[1:], out=out[:-1])
    rows = out.copy()
    np.maximum(out[:, 1:], rows[:, :-1], out=out[:, 1:])
    np.maximum(out[:, :-1], rows[:, 1:], out=out[:, :-1])
    return out


def domes(image, height):
    marker = image - np.float32(height)
    turns = 0
    while True:
        grown = np.minimum(grow(marker), image)
        turns += 1
        if np.array_equal(grown, marker):
            break
        marker = grown
    dome = image - marker
    peak = dome > 0.5 * dome.max()
    return dome, turns, peak.sum(axis=0), dome[peak].mean()

import numpy as np


def edges(image, low, high):
    s = image.copy()
    s[1:-1, 1:-1] = (image[:-2, 1:-1] + image[2:, 1:-1] + image[1:-1, :-2] + image[1:-1, 2:] + 4 * image[1:-1, 1:-1]) / 8
    gx = np.zeros_like(s)
    gy = np.zeros_like(s)
    gx[:, 1:-1] = s[:, 2:] - s[:, :-2]
    gy[1:-1, :] = s[2:, :] - s[:-2, :]
    slope = np.sqrt(gx * gx + gy * gy)
    c = slope[1:-1, 1:-1]
    ax, ay = np.abs(gx[1:-1, 1:-1]), np.abs(gy[1:-1, 1:-1])
    flat = ax > 2 * ay
    steep = ay > 2 * ax
    falling = ~flat & ~steep & (gx[1:-1, 1:-1] * gy[1:-1, 1:-1] > 0)
    rising = ~flat & ~steep & ~falling
    top = np.zeros(slope.shape, dtype=bool)
    peak = flat & (c >= slope[1:-1, :-2]) & (c > slope[1:-1, 2:])
    peak |= steep & (c >= slope[:-2, 1:-1]) & (c > slope[2:, 1:-1])
    peak |= falling & (c >= slope[:-2, :-2]) & (c > slope[2:, 2:])
    peak |= rising & (c >= slope[:-2, 2:]) & (c > slope[2:, :-2])
    top[1:-1, 1:-1] = peak
    weak = top & (slope > low)
    edge = top & (slope > high)
    before = -1
    count = np.sum(edge)
    while count != before:
        grown = edge.copy()
        grown[1:] |= edge[:-1]
        grown[:-1] |= edge[1:]
        wide = grown.copy()
        wide[:, 1:] |= grown[:, :-1]
        wide[:, :-1] |= grown[:, 1:]
        edge = wide & weak
        before = count
        count = np.sum(edge)
    return edge, slope

import numba as nb
import numpy as np


@nb.njit
def between(length, tiles):
    first, second, part = np.empty(length, np.int64), np.empty(length, np.int64), np.empty(length)
    for i in range(length):
        place = (i + 0.5) * tiles / length - 0.5
        low = int(np.floor(place))
        part[i] = place - low
        first[i], second[i] = max(low, 0), min(low + 1, tiles - 1)
    return first, second, part


@nb.njit
def equalise(image, tiles, limit):
    rows, columns = image.shape
    h, w = rows // tiles, columns // tiles
    most = limit * h * w / 256.0
    lut = np.empty((tiles, tiles, 256))
    counts = np.empty(256)
    for i in range(tiles):
        for j in range(tiles):
            counts[:] = 0.0
            for y in range(i * h, (i + 1) * h):
                for x in range(j * w, (j + 1) * w):
                    counts[image[y, x]] += 1.0
            excess, total = 0.0, 0.0
            for k in range(256):
                excess += max(counts[k] - most, 0.0)
            for k in range(256):
                total += min(counts[k], most) + excess / 256.0
                lut[i, j, k] = total * (255.0 / (h * w))
    i0, i1, a = between(rows, tiles)
    j0, j1, b = between(columns, tiles)
    out = np.empty((rows, columns), np.uint8)
    for y in range(rows):
        top, low, f = lut[i0[y]], lut[i1[y]], a[y]
        for x in range(columns):
            k, s = image[y, x], b[x]
            one = (1.0 - s) * top[j0[x], k] + s * top[j1[x], k]
            two = (1.0 - s) * low[j0[x], k] + s * low[j1[x], k]
            out[y, x] = np.uint8(np.rint((1.0 - f) * one + f * two))
    return out

import numba as nb
import numpy as np


@nb.njit
def match(image, model):
    h, w, _ = image.shape
    out = np.empty_like(image)
    counts = np.zeros((3, 256), np.int64)
    shift = np.zeros(3)
    shades = np.arange(256).astype(np.float64)
    wanted = np.zeros((3, 256), np.int64)
    for i in range(h):
        for j in range(w):
            for c in range(3):
                counts[c, image[i, j, c]] += 1
    for i in range(model.shape[0]):
        for j in range(model.shape[1]):
            for c in range(3):
                wanted[c, model[i, j, c]] += 1
    tables = np.empty((3, 256), np.uint8)
    for c in range(3):
        have = np.cumsum(counts[c]) / (h * w)
        want = np.cumsum(wanted[c]) / (model.shape[0] * model.shape[1])
        table = np.interp(have, want, shades)
        for s in range(256):
            tables[c, s] = np.uint8(round(table[s]))
            shift[c] += counts[c, s] * abs(table[s] - s)
        shift[c] /= h * w
    for i in range(h):
        for j in range(w):
            for c in range(3):
                out[i, j, c] = tables[c, image[i, j, c]]
    return out, counts, shift

import numpy as np


def match(image, model):
    out = np.empty_like(image)
    counts = np.zeros((3, 256), dtype=np.int64)
    shift = np.zeros(3)
    shades = np.arange(256)
    for c in range(3):
        source = image[:, :, c].ravel()
        counts[c] = np.bincount(source, minlength=256)
        wanted = np.bincount(model[:, :, c].ravel(), minlength=256)
        have = np.cumsum(counts[c]) / source.size
        want = np.cumsum(wanted) / wanted.sum()
        table = np.interp(have, want, shades)
        out[:, :, c] = np.round(table).astype(np.uint8)[image[:, :, c]]
        shift[c] = np.sum(counts[c] * np.abs(table - shades)) / source.size
    return out, counts, shift

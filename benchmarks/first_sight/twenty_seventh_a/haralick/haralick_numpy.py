import numpy as np


def beside(g, di, dj, levels):
    """How often two shades stand beside each other, either first."""
    rows, columns = g.shape
    a = g[:rows - di, max(0, -dj):columns - max(0, dj)]
    b = g[di:, max(0, dj):columns + min(0, dj)]
    table = np.bincount((a * levels + b).ravel(), minlength=levels * levels).reshape(levels, levels)
    return table + table.T


def haralick(image, levels):
    """Contrast, energy, evenness, entropy and correlation of each direction, and the tables themselves."""
    g = image.astype(np.int64) * levels // 256
    i, j = np.indices((levels, levels))
    features = np.zeros((4, 5))
    tables = np.zeros((4, levels, levels), dtype=np.int64)
    for d, (di, dj) in enumerate(((0, 1), (1, 1), (1, 0), (1, -1))):
        tables[d] = beside(g, di, dj, levels)
        p = tables[d] / tables[d].sum()
        mean = np.sum(i * p)
        spread = np.sum((i - mean) ** 2 * p)
        some = p[p > 0.0]
        features[d, 0] = np.sum((i - j) ** 2 * p)
        features[d, 1] = np.sum(p ** 2)
        features[d, 2] = np.sum(p / (1.0 + (i - j) ** 2))
        features[d, 3] = -np.sum(some * np.log2(some))
        features[d, 4] = np.sum((i - mean) * (j - mean) * p) / spread
    return features, tables

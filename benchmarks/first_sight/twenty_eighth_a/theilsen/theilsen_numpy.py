import numpy as np


def theilsen(t, y):
    i, j = np.triu_indices(t.size, 1)
    slope = np.median((y[:, j] - y[:, i]) / (t[j] - t[i]), axis=1)
    return slope, np.median(y - slope[:, None] * t, axis=1)

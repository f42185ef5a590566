import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def haralick(image, levels):
    n, m = image.shape
    g = np.empty((n, m), np.int64)
    for i in range(n):
        for j in range(m):
            g[i, j] = np.int64(image[i, j]) * levels // 256
    features, tables = np.zeros((4, 5)), np.zeros((4, levels, levels), np.int64)
    ways = ((0, 1), (1, 1), (1, 0), (1, -1))
    for i in range(n):
        for j in range(m):
            here = g[i, j]
            for d in range(4):
                a, b = i + ways[d][0], j + ways[d][1]
                if a < n and 0 <= b < m:
                    tables[d, here, g[a, b]] += 1
    for d in range(4):
        total = 0
        for i in range(levels):
            for j in range(i + 1):
                both = tables[d, i, j] + tables[d, j, i]
                tables[d, i, j] = both
                tables[d, j, i] = both
                total += both if i == j else 2 * both
        mean = 0.0
        for i in range(levels):
            for j in range(levels):
                mean += i * (tables[d, i, j] / total)
        spread, along = 0.0, 0.0
        for i in range(levels):
            for j in range(levels):
                p = tables[d, i, j] / total
                if p == 0.0:
                    continue
                spread += (i - mean) ** 2 * p
                along += (i - mean) * (j - mean) * p
                features[d, 0] += (i - j) ** 2 * p
                features[d, 1] += p * p
                features[d, 2] += p / (1.0 + (i - j) ** 2)
                features[d, 3] -= p * np.log2(p)
        features[d, 4] = along / spread
    return features, tables

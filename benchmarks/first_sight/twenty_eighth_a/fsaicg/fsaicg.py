import numpy as np


def initialize(k):
    """Nine points of a plate of which some parts conduct far better, rows with columns in order."""
    rng = np.random.default_rng(2814)
    lead = np.exp(1.5 * rng.standard_normal((k + 1, k + 1)))
    indptr, indices, data = [0], [], []
    for i in range(k):
        for j in range(k):
            row = {}
            for a in (0, 1):
                for b in (0, 1):
                    c = lead[i + a, j + b]
                    row[i * k + j] = row.get(i * k + j, 0.0) + 4.0 * c
                    for di, dj, w in ((2 * a - 1, 0, 1.0), (0, 2 * b - 1, 1.0), (2 * a - 1, 2 * b - 1, 2.0)):
                        if 0 <= i + di < k and 0 <= j + dj < k:
                            at = (i + di) * k + j + dj
                            row[at] = row.get(at, 0.0) - w * c
            for at in sorted(row):
                indices.append(at)
                data.append(row[at] / 6.0)
            indptr.append(len(indices))
    return np.array(indptr), np.array(indices), np.array(data), rng.standard_normal(k * k)

import numpy as np


def initialize(n):
    rng = np.random.default_rng(47)
    i, j = (k.ravel() for k in np.indices((n, n)))

    def cell(di, dj):
        return (i + di) % n * n + (j + dj) % n
    here, east, north, west = cell(0, 0), cell(0, 1), cell(1, 0), cell(1, -1)
    cells = np.stack((np.repeat(here, 3), np.stack((east, north, west), axis=1).ravel()), axis=1)
    edges = np.stack((3 * here, 3 * here + 1, 3 * here + 2, 3 * cell(0, -1), 3 * cell(-1, 0) + 1, 3 * cell(-1, 1) + 2), axis=1)
    signs = np.tile([1.0, 1.0, 1.0, -1.0, -1.0, -1.0], (n * n, 1))
    upper = np.stack((3 * here, 3 * east + 2, 3 * here + 1), axis=1)
    lower = np.stack((3 * here + 1, 3 * west, 3 * here + 2), axis=1)
    triangles = np.concatenate((upper, lower))
    turns = np.concatenate((np.tile([1.0, 1.0, -1.0], (n * n, 1)), np.tile([1.0, -1.0, -1.0], (n * n, 1))))
    sides = np.zeros((3 * n * n, 2), dtype=np.int64)
    seen = np.zeros(3 * n * n, dtype=np.int64)
    for t, row in enumerate(triangles):
        for e in row:
            sides[e, seen[e]] = t
            seen[e] += 1
    angle = np.tile(np.pi / 3.0 * np.arange(3), n * n)
    normal = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    h = 10.0 + np.exp(-((i - n / 2) ** 2 + (j - n / 2) ** 2) / n)
    return h, 0.1 * rng.standard_normal(3 * n * n), cells, edges, signs, triangles, turns, sides, normal, 1.0, 0.02

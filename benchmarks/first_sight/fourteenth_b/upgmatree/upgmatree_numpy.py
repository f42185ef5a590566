import numpy as np


def joined(D):
    """Each row of merges: two groups, half their distance, how many kinds they hold together."""
    n = D.shape[0]
    D = D.copy()
    np.fill_diagonal(D, np.inf)
    sizes = np.ones(n)
    names = np.arange(n)
    merges = np.zeros((n - 1, 4))
    depth = np.zeros(n, dtype=np.int64)
    member = np.eye(n, dtype=bool)
    for step in range(n - 1):
        i, j = np.unravel_index(np.argmin(D), D.shape)
        if i > j:
            i, j = j, i
        merges[step] = min(names[i], names[j]), max(names[i], names[j]), 0.5 * D[i, j], sizes[i] + sizes[j]
        row = (sizes[i] * D[i] + sizes[j] * D[j]) / (sizes[i] + sizes[j])
        row[i] = np.inf
        D[i, :] = row
        D[:, i] = row
        D[j, :] = np.inf
        D[:, j] = np.inf
        sizes[i] += sizes[j]
        names[i] = n + step
        member[i] |= member[j]
        depth[member[i]] += 1
    return merges, depth

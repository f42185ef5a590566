import numpy as np


def communities(indptr, indices, weights, sweeps=12):
    """Places move to the neighbour's community where modularity gains most, until none moves."""
    n = indptr.size - 1
    degree = np.zeros(n)
    for i in range(n):
        degree[i] = weights[indptr[i]:indptr[i + 1]].sum()
    twice = degree.sum()
    label = np.arange(n)
    total = degree.copy()
    link = np.zeros(n)
    moved = np.zeros(sweeps, dtype=np.int64)
    for sweep in range(sweeps):
        for i in range(n):
            start, stop = indptr[i], indptr[i + 1]
            if start == stop:
                continue
            near = label[indices[start:stop]]
            np.add.at(link, near, weights[start:stop])
            own = label[i]
            total[own] -= degree[i]
            gain = link[near] - total[near] * degree[i] / twice
            best = np.argmax(gain)
            stay = link[own] - total[own] * degree[i] / twice
            if gain[best] > stay + 1e-12:
                label[i] = near[best]
                moved[sweep] += 1
            total[label[i]] += degree[i]
            link[near] = 0.0
        if moved[sweep] == 0:
            break
    inside = 0.0
    for i in range(n):
        row = slice(indptr[i], indptr[i + 1])
        inside += np.sum(weights[row][label[indices[row]] == label[i]])
    modularity = inside / twice - np.sum((total / twice) ** 2)
    return label, moved, modularity

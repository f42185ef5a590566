import numpy as np


def triplets(x, labels, margin):
    n = x.shape[0]
    size = np.sqrt(np.sum(x * x, axis=1, keepdims=True))
    e = x / size
    distance = np.maximum(2 - 2 * (e @ e.T), 0)
    same = labels[:, None] == labels[None, :]
    positive = np.argmax(np.where(same & ~np.eye(n, dtype=bool), distance, -1), axis=1)
    negative = np.argmin(np.where(same, 9, distance), axis=1)
    rows = np.arange(n)
    short = distance[rows, positive] - distance[rows, negative] + np.float32(margin)
    active = (short > 0) & (same.sum(axis=1) > 1)
    loss = np.sum(short[active]) / n
    weight = active.astype(x.dtype)[:, None] * np.float32(2.0 / n)
    g = weight * (e[negative] - e[positive])
    np.add.at(g, positive, -weight * e)
    np.add.at(g, negative, weight * e)
    gradient = (g - e * np.sum(g * e, axis=1, keepdims=True)) / size
    return loss, gradient, np.count_nonzero(active)

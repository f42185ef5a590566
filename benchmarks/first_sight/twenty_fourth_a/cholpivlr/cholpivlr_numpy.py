import numpy as np


def column(x, p, width):
    """Kernel of all points with point p."""
    return np.exp(-np.sum((x - x[p]) ** 2, axis=1) / (2.0 * width ** 2))


def cholpivlr(x, width, rank, tol):
    n = x.shape[0]
    left = np.ones(n)
    L = np.zeros((n, rank))
    pivots = np.full(rank, -1, dtype=np.int64)
    used = 0
    for k in range(rank):
        if left.sum() < tol * n:
            break
        p = int(np.argmax(left))
        pivots[k] = p
        L[:, k] = (column(x, p, width) - L[:, :k] @ L[p, :k]) / np.sqrt(left[p])
        left = np.maximum(left - L[:, k] ** 2, 0.0)
        left[pivots[:k + 1]] = 0.0
        used += 1
    return L, pivots, left, used

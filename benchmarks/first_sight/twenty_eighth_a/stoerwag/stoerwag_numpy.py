import numpy as np


def phase(W, alive):
    """The last two that are attached, and what holds the last one."""
    weight = np.zeros(W.shape[0], dtype=W.dtype)
    free = alive.copy()
    before, last, cut = 0, 0, 0
    for _ in range(np.count_nonzero(alive)):
        k = np.argmax(np.where(free, weight, -1))
        free[k] = False
        before, last, cut = last, k, weight[k]
        weight += W[k]
    return before, last, cut


def stoerwag(W):
    W = W.copy()
    n = W.shape[0]
    alive = np.ones(n, dtype=bool)
    merged = np.eye(n, dtype=bool)
    best = np.iinfo(W.dtype).max
    side = np.zeros(n, dtype=bool)
    for _ in range(n - 1):
        before, last, cut = phase(W, alive)
        if cut < best:
            best = cut
            side[:] = merged[last]
        merged[before] |= merged[last]
        W[before] += W[last]
        W[:, before] = W[before]
        W[before, before] = 0
        alive[last] = False
    return best, side

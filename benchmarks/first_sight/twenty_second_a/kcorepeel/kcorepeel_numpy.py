import numpy as np


def kcorepeel(indptr, indices):
    """Largest k of each vertex such that it lies in a part where all have k neighbours, by peeling."""
    n = indptr.size - 1
    degree = np.diff(indptr)
    rows = np.repeat(np.arange(n), degree)
    core = np.zeros(n, dtype=np.int64)
    alive = np.ones(n, dtype=bool)
    k = rounds = 0
    while np.any(alive):
        peel = alive & (degree <= k)
        if not np.any(peel):
            k = np.min(degree[alive])
            continue
        core[peel] = k
        alive[peel] = False
        degree -= np.bincount(rows[peel[indices]], minlength=n)
        rounds += 1
    return core, k, rounds

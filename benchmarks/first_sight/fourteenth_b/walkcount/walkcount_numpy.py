import numpy as np


def walks(indptr, indices, starts, draws, restart):
    n = indptr.size - 1
    steps = draws.shape[0]
    at = starts.copy()
    seen = np.bincount(at, minlength=n)
    first = np.full(n, steps + 1)
    first[at] = 0
    degrees = np.diff(indptr)
    for t in range(steps):
        pick = indptr[at] + (draws[t, 0] * degrees[at]).astype(np.int64)
        at = np.where(draws[t, 1] < restart, starts, indices[pick])
        seen += np.bincount(at, minlength=n)
        np.minimum.at(first, at, t + 1)
    return seen, first, at

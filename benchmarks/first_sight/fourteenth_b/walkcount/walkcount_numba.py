import numba as nb
import numpy as np


@nb.njit
def walks(indptr, indices, starts, draws, restart):
    n = indptr.size - 1
    steps, _, walkers = draws.shape
    at = starts.copy()
    seen, first = np.zeros(n, np.int64), np.full(n, steps + 1)
    for w in range(walkers):
        seen[at[w]] += 1
        first[at[w]] = 0
    for t in range(steps):
        for w in range(walkers):
            if draws[t, 1, w] < restart:
                v = starts[w]
            else:
                start = indptr[at[w]]
                v = indices[start + np.int64(draws[t, 0, w] * (indptr[at[w] + 1] - start))]
            at[w] = v
            seen[v] += 1
            if first[v] > t + 1:
                first[v] = t + 1
    return seen, first, at

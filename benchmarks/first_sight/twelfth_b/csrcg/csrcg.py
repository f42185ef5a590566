import numpy as np


def initialize(n, steps):
    rng = np.random.default_rng(42)
    i = np.arange(n)
    rows, cols, vals = [i], [i], [4.0 + rng.random(n)]
    for offset in (1, 7, 31):
        v = -rng.random(n - offset)
        rows += [i[offset:], i[:-offset]]
        cols += [i[:-offset], i[offset:]]
        vals += [0.7 * v, 0.7 * v]
    row, col, val = (np.concatenate(a) for a in (rows, cols, vals))
    order = np.lexsort((col, row))
    indptr = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=n))))
    return indptr.astype(np.uint32), col[order].astype(np.uint32), val[order], rng.random(n), steps

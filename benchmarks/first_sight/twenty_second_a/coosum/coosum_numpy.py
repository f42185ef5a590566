import numpy as np


def coosum(row, col, val, x):
    """Entries in any order, some at one place, into compressed rows; and the matrix times x."""
    n = x.size
    key = row * n + col
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    data = np.add.reduceat(val[order], first)
    rows, indices = np.divmod(key[first], n)
    indptr = np.zeros(n + 1, dtype=np.int64)
    indptr[1:] = np.cumsum(np.bincount(rows, minlength=n))
    y = np.zeros(n)
    np.add.at(y, rows, data * x[indices])
    return indptr, indices, data, y

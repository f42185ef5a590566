import numpy as np


def largest(place, size, n):
    """The largest size in each row or column, one where there is none."""
    most = np.zeros(n)
    np.maximum.at(most, place, size)
    most[most == 0.0] = 1.0
    return most


def ruizcoo(row, col, val, x, tol, limit):
    """After Ruiz: rows and columns are scaled until the largest entry of each is near one; values change in place."""
    n = x.size
    left, right = np.ones(n), np.ones(n)
    turns = 0
    while turns < limit:
        size = np.abs(val)
        r, c = largest(row, size, n), largest(col, size, n)
        if max(np.max(np.abs(1.0 - r)), np.max(np.abs(1.0 - c))) < tol:
            break
        r, c = 1.0 / np.sqrt(r), 1.0 / np.sqrt(c)
        val *= r[row] * c[col]
        left *= r
        right *= c
        turns += 1
    product = np.bincount(row, weights=val * (x / right)[col], minlength=n) / left
    rows = np.sqrt(np.bincount(row, weights=val ** 2, minlength=n))
    return left, right, product, rows, turns

import numpy as np


def product(start, column, value, order, x, chunk):
    """A matrix in sliced ELLPACK: in each slice the rows are side by side, padded to the longest."""
    y = np.empty_like(x)
    for c in range(start.size - 1):
        lo, hi = start[c], start[c + 1]
        block = value[lo:hi].reshape(-1, chunk) * x[column[lo:hi]].reshape(-1, chunk)
        y[order[c * chunk:(c + 1) * chunk]] = block.sum(axis=0)
    return y


def sellpower(start, column, value, order, tol, chunk, limit):
    n = order.size
    x = np.full(n, 1.0 / np.sqrt(n))
    eigenvalue = 0.0
    for turn in range(limit):
        y = product(start, column, value, order, x, chunk)
        new = x @ y
        rest = np.linalg.norm(y - new * x)
        x = y / np.linalg.norm(y)
        if rest < tol * abs(new):
            return new, x, turn + 1
        eigenvalue = new
    return eigenvalue, x, limit

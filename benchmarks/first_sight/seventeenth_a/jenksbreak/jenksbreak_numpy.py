import numpy as np


def breaks(values, classes):
    """First places of the classes and the sum of squared distances from their means."""
    n = values.size
    sums = np.concatenate(([0.0], np.cumsum(values)))
    squares = np.concatenate(([0.0], np.cumsum(values**2)))

    def within(i, j):
        """Squares about their mean of values i to j - 1."""
        return squares[j] - squares[i] - (sums[j] - sums[i]) ** 2 / (j - i)
    best = np.full((classes + 1, n + 1), np.inf)
    back = np.zeros((classes + 1, n + 1), dtype=np.int64)
    best[1, 1:] = within(0, np.arange(1, n + 1))
    for c in range(2, classes + 1):
        for j in range(c, n + 1):
            starts = np.arange(c - 1, j)
            costs = best[c - 1, starts] + within(starts, j)
            k = np.argmin(costs)
            best[c, j] = costs[k]
            back[c, j] = starts[k]
    limits = np.zeros(classes, dtype=np.int64)
    end = n
    for c in range(classes, 0, -1):
        end = back[c, end]
        limits[c - 1] = end
    return limits, best[classes, n]

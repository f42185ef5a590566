import numpy as np


def swaps(a):
    """How many neighbours a merge sort from the bottom up exchanges; a is sorted in place."""
    n = len(a)
    b = np.empty_like(a)
    total = 0
    width = 1
    while width < n:
        for begin in range(0, n, 2 * width):
            middle = min(begin + width, n)
            end = min(begin + 2 * width, n)
            i = begin
            j = middle
            for k in range(begin, end):
                if i < middle and (j >= end or a[i] <= a[j]):
                    b[k] = a[i]
                    i += 1
                else:
                    b[k] = a[j]
                    j += 1
                    total += middle - i
        a[:] = b
        width *= 2
    return total


def tied(sorted_values):
    """Pairs of equal values in a sorted array."""
    edges = np.flatnonzero(np.diff(sorted_values) != 0.0)
    runs = np.diff(np.concatenate(([-1], edges, [len(sorted_values) - 1])))
    return np.sum(runs * (runs - 1) // 2)


def kendall(data):
    """The matrix of Kendall's tau-b between the columns of data."""
    n, columns = data.shape
    pairs = n * (n - 1) // 2
    tau = np.eye(columns)
    for p in range(columns):
        for q in range(p + 1, columns):
            order = np.lexsort((data[:, q], data[:, p]))
            x = data[order, p]
            y = data[order, q].copy()
            both = 0
            run = 1
            for i in range(1, n):
                if x[i] == x[i - 1] and y[i] == y[i - 1]:
                    run += 1
                else:
                    both += run * (run - 1) // 2
                    run = 1
            both += run * (run - 1) // 2
            in_x = tied(x)
            crossed = swaps(y)
            in_y = tied(y)
            concordance = pairs - in_x - in_y + both - 2 * crossed
            tau[p, q] = tau[q, p] = concordance / np.sqrt((pairs - in_x) * (pairs - in_y))
    return tau

import numpy as np


def coarsen(start, target, value, theta):
    """Aggregates of strongly coupled unknowns of a sparse matrix in rows, and the Galerkin product with them."""
    n = len(start) - 1
    rows = np.repeat(np.arange(n), np.diff(start))
    diagonal = np.zeros(n)
    on = rows == target
    diagonal[rows[on]] = value[on]
    strong = (np.abs(value) >= theta * np.sqrt(diagonal[rows] * diagonal[target])) & ~on
    aggregate = np.full(n, -1)
    count = 0
    for i in range(n):
        near = target[start[i]:start[i + 1]][strong[start[i]:start[i + 1]]]
        if aggregate[i] < 0 and np.all(aggregate[near] < 0):
            aggregate[i] = count
            aggregate[near] = count
            count += 1
    first = aggregate.copy()
    for i in range(n):
        if aggregate[i] >= 0:
            continue
        best, hold = -1, 0.0
        for e in range(start[i], start[i + 1]):
            if strong[e] and first[target[e]] >= 0 and abs(value[e]) > hold:
                best, hold = first[target[e]], abs(value[e])
        if best >= 0:
            aggregate[i] = best
        else:
            aggregate[i] = count
            count += 1
    coarse = np.zeros((count, count))
    np.add.at(coarse, (aggregate[rows], aggregate[target]), value)
    return aggregate, coarse, np.bincount(aggregate, minlength=count)

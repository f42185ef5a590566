import numpy as np


def reorder(start, target):
    """An order in which a symmetric pattern, given in rows, has a narrow band: reversed Cuthill and McKee."""
    n = len(start) - 1
    degree = np.diff(start)
    seen = np.zeros(n, dtype=bool)
    order = []
    for seed in np.argsort(degree, kind="stable"):
        if seen[seed]:
            continue
        seen[seed] = True
        head = len(order)
        order.append(seed)
        while head < len(order):
            v = order[head]
            head += 1
            near = target[start[v]:start[v + 1]]
            near = near[~seen[near]]
            near = near[np.argsort(degree[near], kind="stable")]
            seen[near] = True
            order.extend(near)
    order = np.array(order)[::-1]
    place = np.empty(n, dtype=int)
    place[order] = np.arange(n)
    rows = np.repeat(np.arange(n), degree)
    before = np.abs(rows - target).max()
    after = np.abs(place[rows] - place[target]).max()
    first = np.arange(n)
    np.minimum.at(first, place[rows], place[target])
    return order, before, after, np.sum(np.arange(n) - first)

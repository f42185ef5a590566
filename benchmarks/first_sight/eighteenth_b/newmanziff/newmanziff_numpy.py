import numpy as np


def find(parent, i):
    """The root of i's cluster; the path to it is halved."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def join(parent, size, i, j):
    """Size of the cluster that two sites are now in."""
    a, b = find(parent, i), find(parent, j)
    if a != b:
        if size[a] < size[b]:
            a, b = b, a
        parent[b] = a
        size[a] += size[b]
    return size[a]


def percolate(order, side):
    """Sites of a square taken one by one: the largest cluster and how many there are after each, and when top and bottom are joined."""
    n = side * side
    top, bottom = n, n + 1
    parent = np.arange(n + 2)
    size = np.ones(n + 2, dtype=np.int64)
    size[top:] = 0
    taken = np.zeros((side, side), dtype=bool)
    largest = np.zeros(n, dtype=np.int64)
    clusters = np.zeros(n, dtype=np.int64)
    spans = -1
    count, most = 0, 1
    for step, site in enumerate(order):
        row, column = divmod(site, side)
        taken[row, column] = True
        count += 1
        for dr, dc in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            r, c = row + dr, (column + dc) % side
            if r < 0:
                other = top
            elif r >= side:
                other = bottom
            elif taken[r, c]:
                other = r * side + c
            else:
                continue
            if other < n and find(parent, site) != find(parent, other):
                count -= 1
            most = max(most, join(parent, size, site, other))
        largest[step] = most
        clusters[step] = count
        if spans < 0 and find(parent, top) == find(parent, bottom):
            spans = step + 1
    return largest, clusters, spans

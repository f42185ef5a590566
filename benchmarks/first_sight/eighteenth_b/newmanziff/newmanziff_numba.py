import numba as nb
import numpy as np


@nb.njit
def find(parent, i):
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@nb.njit
def percolate(order, side):
    n = side * side
    top, bottom = n, n + 1
    parent = np.arange(n + 2)
    size = np.ones(n + 2, np.int64)
    size[top:] = 0
    taken = np.zeros(n, np.bool_)
    largest, clusters = np.zeros(n, np.int64), np.zeros(n, np.int64)
    spans, count, most = -1, 0, 1
    for step in range(n):
        site = order[step]
        row = site // side
        column = site - row * side
        taken[site] = True
        count += 1
        root = site
        for k in range(4):
            if k == 0:
                other = site - side if row > 0 else top
            elif k == 1:
                other = site + side if row < side - 1 else bottom
            elif k == 2:
                other = site - 1 if column > 0 else site + side - 1
            else:
                other = site + 1 if column < side - 1 else site - side + 1
            if other < n and not taken[other]:
                continue
            found = find(parent, other)
            if found != root:
                if other < n:
                    count -= 1
                if size[root] < size[found]:
                    root, found = found, root
                parent[found] = root
                size[root] += size[found]
        most = max(most, size[root])
        largest[step] = most
        clusters[step] = count
        if spans < 0 and find(parent, top) == find(parent, bottom):
            spans = step + 1
    return largest, clusters, spans

import numpy as np


def roots(parent):
    """Every place is hung right below its root, by jumps that double."""
    while True:
        above = parent[parent]
        if np.array_equal(above, parent):
            return parent
        parent = above


def boruvka(a, b, weight, height):
    """After Boruvka: each tree takes its cheapest edge out, all at once; lengths of edges at each place are added to height."""
    n, m = height.size, weight.size
    order = np.argsort(weight, kind="stable")
    rank = np.empty(m, dtype=np.int64)
    rank[order] = np.arange(m)
    tree = np.arange(n)
    taken = np.zeros(m, dtype=bool)
    rounds = 0
    while True:
        ends = tree[a], tree[b]
        out = ends[0] != ends[1]
        if not out.any():
            break
        cheapest = np.full(n, m, dtype=np.int64)
        np.minimum.at(cheapest, ends[0][out], rank[out])
        np.minimum.at(cheapest, ends[1][out], rank[out])
        who = np.flatnonzero(cheapest < m)
        edge = order[cheapest[who]]
        taken[edge] = True
        parent = np.arange(n)
        parent[who] = ends[0][edge] + ends[1][edge] - who
        mutual = (parent[parent] == np.arange(n)) & (np.arange(n) < parent)
        parent[mutual] = np.flatnonzero(mutual)
        tree = roots(parent)[tree]
        rounds += 1
    np.add.at(height, a[taken], weight[taken])
    np.add.at(height, b[taken], weight[taken])
    return taken, np.sum(weight[taken]), np.unique(tree).size, rounds

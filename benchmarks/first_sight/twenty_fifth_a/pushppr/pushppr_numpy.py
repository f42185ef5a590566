import numpy as np


def pushppr(start, target, seed, alpha, eps):
    """Personal page rank after Andersen, Chung and Lang: who holds too much keeps a part and hands the rest on."""
    degree = np.diff(start)
    n = degree.size
    rank, held = np.zeros(n), np.zeros(n)
    held[seed] = 1.0
    pushes = 0
    while True:
        active = np.flatnonzero(held > eps * degree)
        if active.size == 0:
            break
        amount = held[active]
        rank[active] += alpha * amount
        held[active] = 0.0
        d = degree[active]
        first = np.cumsum(d) - d
        edges = np.arange(d.sum()) + np.repeat(start[active] - first, d)
        np.add.at(held, target[edges], np.repeat((1.0 - alpha) * amount / d, d))
        pushes += active.size
    best = np.argsort(-rank / degree, kind="stable")
    return rank, held.sum(), pushes, np.cumsum(degree[best])[:10]

import numpy as np


def shortest(indptr, heads, cost):
    """Distances to vertex 0 by relaxing all vertices until nothing changes; edges are rows of their tail."""
    n = len(indptr) - 1
    dist = np.full(n, np.inf)
    dist[0] = 0.0
    rounds = 0
    while rounds < n:
        changed = False
        for v in range(1, n):
            start, stop = indptr[v], indptr[v + 1]
            best = np.min(dist[heads[start:stop]] + cost[start:stop])
            if best < dist[v]:
                dist[v] = best
                changed = True
        rounds += 1
        if not changed:
            break
    return dist, rounds

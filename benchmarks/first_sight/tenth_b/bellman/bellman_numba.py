import numba as nb
import numpy as np


@nb.njit
def shortest(indptr, heads, cost):
    n = len(indptr) - 1
    dist = np.full(n, np.inf)
    dist[0] = 0.0
    rounds = 0
    while rounds < n:
        changed = False
        for v in range(1, n):
            best = np.inf
            for e in range(indptr[v], indptr[v + 1]):
                c = dist[heads[e]] + cost[e]
                if c < best:
                    best = c
            if best < dist[v]:
                dist[v] = best
                changed = True
        rounds += 1
        if not changed:
            break
    return dist, rounds

import numba as nb
import numpy as np


@nb.njit
def steiner(weight, terminals):
    n, k = len(weight), len(terminals)
    path = weight.copy()
    for i in range(n):
        path[i, i] = 0.0
    for m in range(n):
        for i in range(n):
            through = path[i, m]
            for j in range(n):
                path[i, j] = min(path[i, j], through + path[m, j])
    cost = np.full((1 << k, n), np.inf)
    for i in range(k):
        cost[1 << i] = path[terminals[i]]
    best = np.empty(n)
    for chosen in range(1, 1 << k):
        if chosen & (chosen - 1) == 0:
            continue
        best[:] = np.inf
        part = (chosen - 1) & chosen
        while part > chosen ^ part:
            one, two = cost[part], cost[chosen ^ part]
            for j in range(n):
                best[j] = min(best[j], one[j] + two[j])
            part = (part - 1) & chosen
        out = cost[chosen]
        for i in range(n):
            b = best[i]
            for j in range(n):
                out[j] = min(out[j], b + path[i, j])
    return cost[-1, terminals[0]], cost

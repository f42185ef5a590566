import numpy as np


def steiner(weight, terminals):
    """Cost of the least tree through all terminals, and for every set of them that of the least tree that also meets each place."""
    n = len(weight)
    k = len(terminals)
    path = weight.copy()
    np.fill_diagonal(path, 0.0)
    for m in range(n):
        path = np.minimum(path, path[:, m, None] + path[None, m, :])
    cost = np.full((1 << k, n), np.inf)
    for i in range(k):
        cost[1 << i] = path[terminals[i]]
    for chosen in range(1, 1 << k):
        if chosen & (chosen - 1) == 0:
            continue
        best = np.full(n, np.inf)
        part = (chosen - 1) & chosen
        while part > chosen ^ part:
            best = np.minimum(best, cost[part] + cost[chosen ^ part])
            part = (part - 1) & chosen
        cost[chosen] = np.min(best[:, None] + path, axis=0)
    return cost[-1, terminals[0]], cost

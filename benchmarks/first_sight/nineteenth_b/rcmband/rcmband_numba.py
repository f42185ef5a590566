import numba as nb
import numpy as np


@nb.njit
def reorder(start, target):
    n = len(start) - 1
    degree = start[1:] - start[:-1]
    seen = np.zeros(n, np.bool_)
    order = np.empty(n, np.int64)
    seeds = np.argsort(degree, kind="mergesort")
    tail = 0
    head = 0
    for seed in seeds:
        if seen[seed]:
            continue
        seen[seed] = True
        order[tail] = seed
        tail += 1
        while head < tail:
            v = order[head]
            head += 1
            first = tail
            for e in range(start[v], start[v + 1]):
                w = target[e]
                if seen[w]:
                    continue
                seen[w] = True
                k = tail
                while k > first and degree[order[k - 1]] > degree[w]:
                    order[k] = order[k - 1]
                    k -= 1
                order[k] = w
                tail += 1
    order = order[::-1].copy()
    place = np.empty(n, np.int64)
    for k in range(n):
        place[order[k]] = k
    before, after, profile = 0, 0, 0
    for v in range(n):
        lowest = place[v]
        for e in range(start[v], start[v + 1]):
            before = max(before, abs(v - target[e]))
            after = max(after, abs(place[v] - place[target[e]]))
            lowest = min(lowest, place[target[e]])
        profile += place[v] - lowest
    return order, before, after, profile

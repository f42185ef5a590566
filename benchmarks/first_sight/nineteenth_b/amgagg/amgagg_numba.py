import numba as nb
import numpy as np


@nb.njit
def coarsen(start, target, value, theta):
    n = len(start) - 1
    diagonal = np.zeros(n)
    for i in range(n):
        for e in range(start[i], start[i + 1]):
            if target[e] == i:
                diagonal[i] = value[e]
    strong = np.zeros(len(target), np.bool_)
    for i in range(n):
        for e in range(start[i], start[i + 1]):
            j = target[e]
            strong[e] = i != j and abs(value[e]) >= theta * np.sqrt(diagonal[i] * diagonal[j])
    aggregate = np.full(n, -1)
    count = 0
    for i in range(n):
        free = aggregate[i] < 0
        for e in range(start[i], start[i + 1]):
            if strong[e] and aggregate[target[e]] >= 0:
                free = False
                break
        if free:
            aggregate[i] = count
            for e in range(start[i], start[i + 1]):
                if strong[e]:
                    aggregate[target[e]] = count
            count += 1
    first = aggregate.copy()
    for i in range(n):
        if aggregate[i] >= 0:
            continue
        best, hold = -1, 0.0
        for e in range(start[i], start[i + 1]):
            if strong[e] and first[target[e]] >= 0 and abs(value[e]) > hold:
                best, hold = first[target[e]], abs(value[e])
        if best >= 0:
            aggregate[i] = best
        else:
            aggregate[i] = count
            count += 1
    coarse = np.zeros((count, count))
    size = np.zeros(count, np.int64)
    for i in range(n):
        a = aggregate[i]
        size[a] += 1
        for e in range(start[i], start[i + 1]):
            coarse[a, aggregate[target[e]]] += value[e]
    return aggregate, coarse, size

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def hills(x):
    n = x.size
    square, wave = 0.0, 0.0
    for i in range(n):
        square += x[i] * x[i]
        wave += np.cos(2.0 * np.pi * x[i])
    return 20.0 - 20.0 * np.exp(-0.2 * np.sqrt(square / n)) + np.e - np.exp(wave / n)


@nb.njit(error_model="numpy")
def diffevol(place, pick, cross, weight=0.6, rate=0.8, edge=5.0):
    people, dims = place.shape
    ages = pick.shape[0]
    height, trace = np.empty(people), np.zeros(ages)
    before, child = np.empty_like(place), np.empty(dims)
    for p in range(people):
        height[p] = hills(place[p])
    for t in range(ages):
        before[:] = place
        for p in range(people):
            a, b, c = pick[t, p, 0], pick[t, p, 1], pick[t, p, 2]
            for i in range(dims):
                v = before[p, i]
                if cross[t, p, i] < rate:
                    v = before[a, i] + weight * (before[b, i] - before[c, i])
                child[i] = min(max(v, -edge), edge)
            new = hills(child)
            if new < height[p]:
                height[p] = new
                place[p] = child
        trace[t] = height.min()
    return place[np.argmin(height)].copy(), trace

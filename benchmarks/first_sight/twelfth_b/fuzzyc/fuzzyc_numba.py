import numba as nb
import numpy as np


@nb.njit
def fuzzy(points, centres, steps, tiny=1e-12):
    n, d = points.shape
    k = centres.shape[0]
    cost = np.zeros(steps)
    member = np.empty((n, k))
    square = np.empty(k)
    sums, total = np.empty((k, d)), np.empty(k)
    for s in range(steps):
        sums[:] = 0.0
        total[:] = 0.0
        for i in range(n):
            norm = 0.0
            for c in range(k):
                r = 0.0
                for j in range(d):
                    r += (points[i, j] - centres[c, j]) ** 2
                square[c] = r + tiny
                norm += 1.0 / square[c]
            for c in range(k):
                member[i, c] = 1.0 / square[c] / norm
                w = member[i, c] ** 2
                cost[s] += w * square[c]
                total[c] += w
                for j in range(d):
                    sums[c, j] += w * points[i, j]
        for c in range(k):
            for j in range(d):
                centres[c, j] = sums[c, j] / total[c]
    return member, cost

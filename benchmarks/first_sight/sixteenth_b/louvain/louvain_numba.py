import numba as nb
import numpy as np


@nb.njit
def communities(indptr, indices, weights, sweeps=12):
    n = indptr.size - 1
    degree = np.zeros(n)
    for i in range(n):
        for p in range(indptr[i], indptr[i + 1]):
            degree[i] += weights[p]
    twice = degree.sum()
    label = np.arange(n)
    total = degree.copy()
    link = np.zeros(n)
    moved = np.zeros(sweeps, np.int64)
    for sweep in range(sweeps):
        for i in range(n):
            start, stop = indptr[i], indptr[i + 1]
            if start == stop:
                continue
            for p in range(start, stop):
                link[label[indices[p]]] += weights[p]
            own, d = label[i], degree[i]
            total[own] -= d
            best, gain = -1, -np.inf
            for p in range(start, stop):
                c = label[indices[p]]
                g = link[c] - total[c] * d / twice
                if g > gain:
                    best, gain = c, g
            if gain > link[own] - total[own] * d / twice + 1e-12:
                moved[sweep] += 1
            else:
                best = own
            for p in range(start, stop):
                link[label[indices[p]]] = 0.0
            label[i] = best
            total[best] += d
        if moved[sweep] == 0:
            break
    inside, square = 0.0, 0.0
    for i in range(n):
        for p in range(indptr[i], indptr[i + 1]):
            if label[indices[p]] == label[i]:
                inside += weights[p]
        square += (total[i] / twice) ** 2
    return label, moved, inside / twice - square

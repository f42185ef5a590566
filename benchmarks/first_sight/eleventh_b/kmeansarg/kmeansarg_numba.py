import numba as nb
import numpy as np


@nb.njit
def cluster(x, centres, limit, tol):
    n, d = x.shape
    k = centres.shape[0]
    labels = np.zeros(n, np.int64)
    inertia = 0.0
    total, count = np.empty((k, d)), np.empty(k, np.int64)
    for _ in range(limit):
        total[:] = 0.0
        count[:] = 0
        inertia = 0.0
        for i in range(n):
            best, at = np.inf, 0
            for j in range(k):
                s = 0.0
                for a in range(d):
                    diff = x[i, a] - centres[j, a]
                    s += diff * diff
                if s < best:
                    best, at = s, j
            labels[i] = at
            inertia += best
            count[at] += 1
            for a in range(d):
                total[at, a] += x[i, a]
        change = 0.0
        for j in range(k):
            if count[j]:
                for a in range(d):
                    new = total[j, a] / count[j]
                    change = max(change, abs(new - centres[j, a]))
                    centres[j, a] = new
        if change < tol:
            break
    return labels, inertia

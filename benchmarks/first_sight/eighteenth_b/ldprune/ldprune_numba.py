import math

import numba as nb
import numpy as np


@nb.njit
def standardised(genotypes):
    """Sites as rows."""
    n, m = genotypes.shape
    total, count = np.zeros(m), np.zeros(m, np.int64)
    for p in range(n):
        for s in range(m):
            g = genotypes[p, s]
            if g >= 0:
                total[s] += g
                count[s] += 1
    z, rarer = np.empty((m, n)), np.empty(m)
    for s in range(m):
        mean = total[s] / max(count[s], 1)
        square = 0.0
        for p in range(n):
            g = genotypes[p, s]
            x = g - mean if g >= 0 else 0.0
            z[s, p] = x
            square += x * x
        if square > 0.0:
            factor = 1.0 / math.sqrt(square)
            for p in range(n):
                z[s, p] *= factor
        rarer[s] = min(mean / 2.0, 1.0 - mean / 2.0)
    return z, rarer


@nb.njit
def prune(genotypes, window, shift, limit):
    n, m = genotypes.shape
    z, rarer = standardised(genotypes)
    keep = rarer > 0.01
    dropped = np.zeros((m + shift - 1) // shift, np.int64)
    sites, rows = np.empty(window, np.int64), np.empty((window, n))
    for w in range(dropped.size):
        begin = w * shift
        count = 0
        for s in range(begin, min(begin + window, m)):
            if keep[s]:
                sites[count] = s
                rows[count] = z[s]
                count += 1
        r = np.dot(rows[:count], rows[:count].T)
        for i in range(count):
            a = sites[i]
            if not keep[a]:
                continue
            for j in range(i + 1, count):
                b = sites[j]
                if keep[b] and r[i, j] * r[i, j] > limit:
                    dropped[w] += 1
                    if rarer[a] < rarer[b]:
                        keep[a] = False
                        break
                    keep[b] = False
    score = np.zeros(n)
    for s in range(m):
        if keep[s]:
            for p in range(n):
                score[p] += z[s, p] * rarer[s]
    return keep, dropped, score

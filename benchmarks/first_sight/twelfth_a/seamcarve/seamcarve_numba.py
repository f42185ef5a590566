import numba as nb
import numpy as np


@nb.njit
def seamcarve(energy, K):
    h, w = energy.shape
    seams = np.zeros((K, h), dtype=np.int64)
    cost = np.zeros(K)
    M = np.zeros((h, w))
    for k in range(K):
        for j in range(w):
            M[0, j] = energy[0, j]
        for i in range(1, h):
            for j in range(w):
                best = M[i - 1, j]
                if j > 0:
                    best = min(best, M[i - 1, j - 1])
                if j < w - 1:
                    best = min(best, M[i - 1, j + 1])
                M[i, j] = energy[i, j] + best
        j = np.argmin(M[h - 1])
        cost[k] = M[h - 1, j]
        for i in range(h - 1, -1, -1):
            seams[k, i] = j
            energy[i, j] = 100.0
            if i > 0:
                left = max(j - 1, 0)
                place = left
                for c in range(left + 1, min(j + 2, w)):
                    if M[i - 1, c] < M[i - 1, place]:
                        place = c
                j = place
    return seams, cost

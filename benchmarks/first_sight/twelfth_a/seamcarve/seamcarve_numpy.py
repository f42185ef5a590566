import numpy as np


def seamcarve(energy, K):
    """Seams are marked in energy by a large number, so that others avoid them."""
    h, w = energy.shape
    seams = np.zeros((K, h), dtype=np.int64)
    cost = np.zeros(K)
    M = np.zeros((h, w))
    for k in range(K):
        M[0] = energy[0]
        for i in range(1, h):
            best = M[i - 1].copy()
            best[1:] = np.minimum(best[1:], M[i - 1, :-1])
            best[:-1] = np.minimum(best[:-1], M[i - 1, 1:])
            M[i] = energy[i] + best
        j = np.argmin(M[-1])
        cost[k] = M[-1, j]
        for i in range(h - 1, -1, -1):
            seams[k, i] = j
            energy[i, j] = 100.0
            if i > 0:
                left = max(j - 1, 0)
                j = left + np.argmin(M[i - 1, left:min(j + 2, w)])
    return seams, cost

import numpy as np


def minplus(D):
    n = D.shape[0]
    rounds = 0
    while True:
        E = np.empty_like(D)
        for i in range(n):
            E[i] = np.min(D[i][:, np.newaxis] + D, axis=0)
        rounds += 1
        if np.array_equal(D, E):
            break
        D[:] = E
    return rounds

import numba as nb
import numpy as np


@nb.njit
def minplus(D):
    n = D.shape[0]
    E = np.empty((n, n))
    rounds = 0
    while True:
        E[:] = np.inf
        for i in range(n):
            for k in range(n):
                d = D[i, k]
                for j in range(n):
                    E[i, j] = min(E[i, j], d + D[k, j])
        rounds += 1
        same = True
        for i in range(n):
            for j in range(n):
                if D[i, j] != E[i, j]:
                    same = False
                    D[i, j] = E[i, j]
        if same:
            break
    return rounds

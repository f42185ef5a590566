import numba as nb
import numpy as np


@nb.njit
def assign(cost):
    n = cost.shape[0]
    u, v = np.zeros(n + 1), np.zeros(n + 1)
    owner, way = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    least, used = np.empty(n + 1), np.empty(n + 1, np.bool_)
    for i in range(1, n + 1):
        owner[0] = i
        j0 = 0
        least[:] = np.inf
        used[:] = False
        while True:
            used[j0] = True
            i0 = owner[j0]
            base = u[i0]
            delta, j1 = np.inf, 0
            for j in range(1, n + 1):
                if not used[j]:
                    c = cost[i0 - 1, j - 1] - base - v[j]
                    if c < least[j]:
                        least[j] = c
                        way[j] = j0
                    if least[j] < delta:
                        delta = least[j]
                        j1 = j
            for j in range(n + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
            if owner[j0] == 0:
                break
        while j0 != 0:
            j1 = way[j0]
            owner[j0] = owner[j1]
            j0 = j1
    match = np.zeros(n, np.int64)
    total = 0.0
    for j in range(1, n + 1):
        match[owner[j] - 1] = j - 1
        total += cost[owner[j] - 1, j - 1]
    return match, total

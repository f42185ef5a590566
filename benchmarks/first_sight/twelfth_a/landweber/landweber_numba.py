import numba as nb
import numpy as np


@nb.njit
def landweber(A, x, b, T, step=0.8):
    m, n = A.shape
    cost = np.zeros(T)
    g = np.empty(n)
    for t in range(T):
        g[:] = 0.0
        for i in range(m):
            r = np.dot(A[i], x) - b[i]
            cost[t] += 0.5 * r ** 2
            for j in range(n):
                g[j] += r * A[i, j]
        for j in range(n):
            x[j] -= step * g[j]
    return cost

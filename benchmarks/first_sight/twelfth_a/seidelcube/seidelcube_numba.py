import numba as nb
import numpy as np


@nb.njit
def seidelcube(u, f, T, h=0.1):
    n = u.shape[0]
    moved = np.zeros(T)
    for t in range(T):
        s = 0.0
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    new = (u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k]
                           + u[i, j, k - 1] + u[i, j, k + 1] - h * h * f[i, j, k]) / 6.0
                    s += (new - u[i, j, k]) ** 2
                    u[i, j, k] = new
        moved[t] = s
    return moved

import numpy as np


def seidelcube(u, f, T, h=0.1):
    n = u.shape[0]
    moved = np.zeros(T)
    for t in range(T):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    new = (u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k]
                           + u[i, j, k - 1] + u[i, j, k + 1] - h * h * f[i, j, k]) / 6.0
                    moved[t] += (new - u[i, j, k]) ** 2
                    u[i, j, k] = new
    return moved

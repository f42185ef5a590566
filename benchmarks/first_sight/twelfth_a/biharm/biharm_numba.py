import numba as nb
import numpy as np


@nb.njit
def biharm(load, T, dt=0.2, drag=0.05):
    n = load.shape[0]
    w = np.zeros((n, n))
    v = np.zeros((n, n))
    speed = np.empty(T)
    for t in range(T):
        s = 0.0
        for i in range(2, n - 2):
            for j in range(2, n - 2):
                bend = (20.0 * w[i, j] - 8.0 * (w[i - 1, j] + w[i + 1, j] + w[i, j - 1] + w[i, j + 1])
                        + 2.0 * (w[i - 1, j - 1] + w[i - 1, j + 1] + w[i + 1, j - 1] + w[i + 1, j + 1])
                        + w[i - 2, j] + w[i + 2, j] + w[i, j - 2] + w[i, j + 2])
                v[i, j] = (1.0 - drag) * v[i, j] + dt * (load[i, j] - bend)
        for i in range(n):
            for j in range(n):
                w[i, j] += dt * v[i, j]
                s += v[i, j] ** 2
        speed[t] = np.sqrt(s / (n * n))
    return w, speed

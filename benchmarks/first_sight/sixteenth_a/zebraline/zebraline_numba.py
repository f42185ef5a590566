import numba as nb
import numpy as np


@nb.njit
def relax(u, f, history, h, eps):
    n, m = u.shape
    c, d = np.zeros(m), np.empty(m)
    diagonal = 2.0 + 2.0 * eps
    for j in range(1, m - 1):
        c[j] = 1.0 / (diagonal - c[j - 1])
    for sweep in range(history.size):
        for start in (1, 2):
            for i in range(start, n - 1, 2):
                d[0] = u[i, 0]
                for j in range(1, m - 1):
                    d[j] = (h * h * f[i, j] + eps * (u[i - 1, j] + u[i + 1, j]) + d[j - 1]) * c[j]
                for j in range(m - 2, 0, -1):
                    u[i, j] = d[j] + c[j] * u[i, j + 1]
        total = 0.0
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                lap = eps * (u[i - 1, j] - 2.0 * u[i, j] + u[i + 1, j]) + u[i, j - 1] - 2.0 * u[i, j] + u[i, j + 1]
                total += (f[i, j] + lap / (h * h)) ** 2
        history[sweep] = np.sqrt(total / ((n - 2) * (m - 2)))

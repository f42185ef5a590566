import numba as nb
import numpy as np


@nb.njit
def lines(u, f, c, d, first, count, h2, eps):
    """`count` (at most four) rows, two apart, eliminated abreast."""
    m = u.shape[1]
    for r in range(count):
        d[0, r] = u[first + 2 * r, 0]
    if count == 4:
        i = first
        for j in range(1, m - 1):
            d[j, 0] = (h2 * f[i, j] + eps * (u[i - 1, j] + u[i + 1, j]) + d[j - 1, 0]) * c[j]
            d[j, 1] = (h2 * f[i + 2, j] + eps * (u[i + 1, j] + u[i + 3, j]) + d[j - 1, 1]) * c[j]
            d[j, 2] = (h2 * f[i + 4, j] + eps * (u[i + 3, j] + u[i + 5, j]) + d[j - 1, 2]) * c[j]
            d[j, 3] = (h2 * f[i + 6, j] + eps * (u[i + 5, j] + u[i + 7, j]) + d[j - 1, 3]) * c[j]
        for j in range(m - 2, 0, -1):
            u[i, j] = d[j, 0] + c[j] * u[i, j + 1]
            u[i + 2, j] = d[j, 1] + c[j] * u[i + 2, j + 1]
            u[i + 4, j] = d[j, 2] + c[j] * u[i + 4, j + 1]
            u[i + 6, j] = d[j, 3] + c[j] * u[i + 6, j + 1]
    else:
        for r in range(count):
            i = first + 2 * r
            for j in range(1, m - 1):
                d[j, r] = (h2 * f[i, j] + eps * (u[i - 1, j] + u[i + 1, j]) + d[j - 1, r]) * c[j]
            for j in range(m - 2, 0, -1):
                u[i, j] = d[j, r] + c[j] * u[i, j + 1]


@nb.njit
def relax(u, f, history, h, eps):
    n, m = u.shape
    c, d = np.zeros(m), np.empty((m, 4))
    diagonal = 2.0 + 2.0 * eps
    for j in range(1, m - 1):
        c[j] = 1.0 / (diagonal - c[j - 1])
    for sweep in range(history.size):
        for start in (1, 2):
            rows = (n - 1 - start + 1) // 2
            done = 0
            while done < rows:
                lines(u, f, c, d, start + 2 * done, min(4, rows - done), h * h, eps)
                done += 4
        total = 0.0
        for i in range(1, n - 1):
            own = 0.0
            for j in range(1, m - 1):
                lap = eps * (u[i - 1, j] - 2.0 * u[i, j] + u[i + 1, j]) + u[i, j - 1] - 2.0 * u[i, j] + u[i, j + 1]
                own += (f[i, j] + lap / (h * h)) ** 2
            total += own
        history[sweep] = np.sqrt(total / ((n - 2) * (m - 2)))

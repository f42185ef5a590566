import numba as nb
import numpy as np


@nb.njit
def rows(u, b, gamma, r):
    """Explicit along the rows, implicit across them."""
    n, m = u.shape
    for j in range(m):
        b[0, j] = u[0, j]
        b[n - 1, j] = u[n - 1, j]
    for i in (0, n - 1):
        for j in range(1, m - 1):
            b[i, j] = r * u[i, j - 1] + (1.0 - 2.0 * r) * u[i, j] + r * u[i, j + 1]
    gamma[0] = 0.0
    for i in range(1, n - 1):
        den = 1.0 + 2.0 * r - r * gamma[i - 1]
        gamma[i] = r / den
        b[i, 0] = (u[i, 0] + r * b[i - 1, 0]) / den
        b[i, m - 1] = (u[i, m - 1] + r * b[i - 1, m - 1]) / den
        for j in range(1, m - 1):
            e = r * u[i, j - 1] + (1.0 - 2.0 * r) * u[i, j] + r * u[i, j + 1]
            b[i, j] = (e + r * b[i - 1, j]) / den
    for i in range(n - 2, 0, -1):
        for j in range(m):
            b[i, j] += gamma[i] * b[i + 1, j]


@nb.njit
def turn(a, b):
    n = a.shape[0]
    for i in range(0, n, 16):
        for j in range(0, n, 16):
            for k in range(i, min(i + 16, n)):
                for l in range(j, min(j + 16, n)):
                    b[l, k] = a[k, l]


@nb.njit
def adiheat(u, T, r=0.7):
    n = u.shape[0]
    gamma = np.zeros(n)
    b = np.empty((n, n))
    c = np.empty((n, n))
    for t in range(T):
        rows(u, b, gamma, r)
        turn(b, c)
        rows(c, b, gamma, r)
        turn(b, u)

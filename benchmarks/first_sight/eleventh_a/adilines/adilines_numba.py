import numba as nb
import numpy as np


@nb.njit
def adilines(u, T, a=-0.6, d=-0.4):
    n = u.shape[0]
    b, e = 1.0 - 2.0 * a, 1.0 - 2.0 * d
    v = np.zeros((n, n))
    p = np.zeros(n)
    q = np.zeros((n, n))
    for t in range(T):
        for i in range(1, n - 1):
            v[0, i] = 1.0
            q[0, i] = 1.0
            v[n - 1, i] = 1.0
        p[0] = 0.0
        for j in range(1, n - 1):
            den = a * p[j - 1] + b
            p[j] = -a / den
            for i in range(1, n - 1):
                q[j, i] = (-d * u[j, i - 1] + (1.0 + 2.0 * d) * u[j, i] - d * u[j, i + 1] - a * q[j - 1, i]) / den
        for j in range(n - 2, 0, -1):
            for i in range(1, n - 1):
                v[j, i] = p[j] * v[j + 1, i] + q[j, i]
        for j in range(1, n - 1):
            den = d * p[j - 1] + e
            p[j] = -d / den
        for i in range(1, n - 1):
            u[i, 0] = 1.0
            last = 1.0
            for j in range(1, n - 1):
                last = (-a * v[i - 1, j] + (1.0 + 2.0 * a) * v[i, j] - a * v[i + 1, j] - d * last) / (d * p[j - 1] + e)
                q[i, j] = last
            last = 1.0
            u[i, n - 1] = 1.0
            for j in range(n - 2, 0, -1):
                last = p[j] * last + q[i, j]
                u[i, j] = last

import numba as nb
import numpy as np

SMALL = 1e-12


@nb.njit
def wrap(q):
    n, m = q.shape
    for j in range(m):
        q[0, j] = q[n - 4, j]
        q[1, j] = q[n - 3, j]
        q[n - 2, j] = q[2, j]
        q[n - 1, j] = q[3, j]
    for i in range(n):
        q[i, 0] = q[i, m - 4]
        q[i, 1] = q[i, m - 3]
        q[i, m - 2] = q[i, 2]
        q[i, m - 1] = q[i, 3]


@nb.njit
def face(ll, l, r, rr, c):
    step = r - l
    safe = SMALL if abs(step) < SMALL else step
    ratio = (l - ll if c > 0.0 else rr - r) / safe
    up = l if c > 0.0 else r
    lim = (ratio + abs(ratio)) / (1.0 + abs(ratio))
    return c * up + 0.5 * abs(c) * (1.0 - abs(c)) * lim * step


@nb.njit
def advect(q, u, v, cx, cy, steps):
    n = q.shape[0] - 4
    m = q.shape[1] - 4
    f = np.empty((n + 1, m))
    g = np.empty(m + 1)
    for _ in range(steps):
        wrap(q)
        for i in range(n + 1):
            for j in range(m):
                f[i, j] = face(q[i, j + 2], q[i + 1, j + 2], q[i + 2, j + 2], q[i + 3, j + 2], cx * u[i, j])
        for i in range(n):
            for j in range(m):
                q[i + 2, j + 2] -= f[i + 1, j] - f[i, j]
        wrap(q)
        for i in range(n):
            for j in range(m + 1):
                g[j] = face(q[i + 2, j], q[i + 2, j + 1], q[i + 2, j + 2], q[i + 2, j + 3], cy * v[i, j])
            for j in range(m):
                q[i + 2, j + 2] -= g[j + 1] - g[j]

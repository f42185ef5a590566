import numba as nb
import numpy as np


@nb.njit
def place(y, n):
    i = int(np.floor(y))
    d = y - i
    a = i % n
    return a, a + 1 if a + 1 < n else 0, d


@nb.njit
def advect(c, u, v, steps, dt=1.0, turns=2):
    n, m = c.shape
    mass = np.zeros(steps)
    new = np.empty_like(c)
    ys, xs = np.empty((n, m)), np.empty((n, m))
    for i in range(n):
        for j in range(m):
            ym, xm = i - 0.5 * dt * v[i, j], j - 0.5 * dt * u[i, j]
            for _ in range(turns):
                i0, i1, dy = place(ym, n)
                j0, j1, dx = place(xm, m)
                a, b = (1 - dy) * (1 - dx), (1 - dy) * dx
                p, q = dy * (1 - dx), dy * dx
                ym = i - 0.5 * dt * (a * v[i0, j0] + b * v[i0, j1] + p * v[i1, j0] + q * v[i1, j1])
                xm = j - 0.5 * dt * (a * u[i0, j0] + b * u[i0, j1] + p * u[i1, j0] + q * u[i1, j1])
            ys[i, j] = 2.0 * ym - i
            xs[i, j] = 2.0 * xm - j
    for step in range(steps):
        total = 0.0
        for i in range(n):
            for j in range(m):
                i0, i1, dy = place(ys[i, j], n)
                j0, j1, dx = place(xs[i, j], m)
                new[i, j] = (1 - dy) * ((1 - dx) * c[i0, j0] + dx * c[i0, j1]) + dy * ((1 - dx) * c[i1, j0] + dx * c[i1, j1])
                total += new[i, j]
        c[:] = new
        mass[step] = total
    return mass

import numpy as np


def between(f, y, x):
    """f at places that lie between those of the grid, periodic."""
    n, m = f.shape
    i, j = np.floor(y).astype(np.int64), np.floor(x).astype(np.int64)
    dy, dx = y - i, x - j
    i0, i1 = i % n, (i + 1) % n
    j0, j1 = j % m, (j + 1) % m
    return (1 - dy) * ((1 - dx) * f[i0, j0] + dx * f[i0, j1]) + dy * ((1 - dx) * f[i1, j0] + dx * f[i1, j1])


def advect(c, u, v, steps, dt=1.0, turns=2):
    n, m = c.shape
    y, x = np.meshgrid(np.arange(n, dtype=np.float64), np.arange(m, dtype=np.float64), indexing="ij")
    mass = np.zeros(steps)
    for step in range(steps):
        ym, xm = y - 0.5 * dt * v, x - 0.5 * dt * u
        for _ in range(turns):
            ym, xm = y - 0.5 * dt * between(v, ym, xm), x - 0.5 * dt * between(u, ym, xm)
        c[:] = between(c, 2.0 * ym - y, 2.0 * xm - x)
        mass[step] = np.sum(c)
    return mass

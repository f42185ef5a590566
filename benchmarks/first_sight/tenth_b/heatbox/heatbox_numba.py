import numba as nb
import numpy as np


@nb.njit
def move(f, u, v, i, j, dt, dx, nu):
    along = u[i, j] * (f[i, j + 1] - f[i, j - 1]) + v[i, j] * (f[i + 1, j] - f[i - 1, j])
    spread = f[i, j + 1] + f[i, j - 1] + f[i + 1, j] + f[i - 1, j] - 4.0 * f[i, j]
    return f[i, j] - dt / (2.0 * dx) * along + nu * dt / dx**2 * spread


@nb.njit
def convect(u, v, p, t, dt, dx, nu, ra, steps, sweeps):
    n, m = u.shape
    b = np.zeros_like(p)
    old = np.empty_like(p)
    un = np.empty_like(p)
    vn = np.empty_like(p)
    tn = np.empty_like(p)
    h = dt / (2.0 * dx)
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                un[i, j] = move(u, u, v, i, j, dt, dx, nu)
                vn[i, j] = move(v, u, v, i, j, dt, dx, nu) + dt * ra * t[i, j]
                tn[i, j] = move(t, u, v, i, j, dt, dx, nu)
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = un[i, j]
                v[i, j] = vn[i, j]
                t[i, j] = tn[i, j]
        for i in range(m):
            u[0, i] = u[n - 1, i] = 0.0
            v[0, i] = v[n - 1, i] = 0.0
            t[0, i] = 1.0
            t[n - 1, i] = 0.0
        for i in range(n):
            u[i, 0] = u[i, m - 1] = 0.0
            v[i, 0] = v[i, m - 1] = 0.0
            t[i, 0] = t[i, 1]
            t[i, m - 1] = t[i, m - 2]
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                b[i, j] = (u[i, j + 1] - u[i, j - 1] + v[i + 1, j] - v[i - 1, j]) / (2.0 * dx * dt)
        for _ in range(sweeps):
            old[:, :] = p
            for i in range(1, n - 1):
                for j in range(1, m - 1):
                    p[i, j] = 0.25 * (old[i, j + 1] + old[i, j - 1] + old[i + 1, j] + old[i - 1, j] - dx**2 * b[i, j])
            for i in range(n):
                p[i, 0] = p[i, 1]
                p[i, m - 1] = p[i, m - 2]
            for i in range(m):
                p[0, i] = p[1, i]
                p[n - 1, i] = p[n - 2, i]
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] -= h * (p[i, j + 1] - p[i, j - 1])
                v[i, j] -= h * (p[i + 1, j] - p[i - 1, j])

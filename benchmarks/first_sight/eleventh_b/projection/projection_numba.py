import numba as nb
import numpy as np


@nb.njit
def solve_pressure(p, q, source, h, tol, limit):
    n = p.shape[0]
    change = tol + 1.0
    count = 0
    h2 = h * h
    while change > tol and count < limit:
        q[:, :] = p
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                p[i, j] = (q[i + 1, j] + q[i - 1, j] + q[i, j + 1] + q[i, j - 1] - h2 * source[i, j]) * 0.25
        for j in range(n):
            p[0, j] = p[1, j]
            p[n - 1, j] = p[n - 2, j]
        for i in range(n):
            p[i, 0] = p[i, 1]
            p[i, n - 1] = p[i, n - 2]
        a, b = 0.0, 0.0
        for i in range(n):
            for j in range(n):
                a += abs(p[i, j] - q[i, j])
                b += abs(q[i, j])
        change = a / (b + 1e-9)
        count += 1
    return count


@nb.njit
def moved(f, u, v, h, dt, nu, out):
    n = f.shape[0]
    for i in range(1, n - 1):
        for j in range(1, n - 1):
            c = f[i, j]
            dx = (c - f[i, j - 1] if u[i, j] > 0 else f[i, j + 1] - c) / h
            dy = (c - f[i - 1, j] if v[i, j] > 0 else f[i + 1, j] - c) / h
            lap = (f[i + 1, j] + f[i - 1, j] + f[i, j + 1] + f[i, j - 1] - 4 * c) / h**2
            out[i, j] = c + dt * (nu * lap - u[i, j] * dx - v[i, j] * dy)


@nb.njit
def cavity(u, v, p, h, dt, nu, steps, tol, limit):
    n = p.shape[0]
    used = np.zeros(steps, np.int64)
    q, un, vn, source = np.empty_like(p), np.empty_like(p), np.empty_like(p), np.empty_like(p)
    for s in range(steps):
        moved(u, u, v, h, dt, nu, un)
        moved(v, u, v, h, dt, nu, vn)
        u[1:-1, 1:-1] = un[1:-1, 1:-1]
        v[1:-1, 1:-1] = vn[1:-1, 1:-1]
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                source[i, j] = (u[i, j + 1] - u[i, j - 1] + v[i + 1, j] - v[i - 1, j]) / (2 * h) / dt
        used[s] = solve_pressure(p, q, source, h, tol, limit)
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                u[i, j] -= dt * (p[i, j + 1] - p[i, j - 1]) / (2 * h)
                v[i, j] -= dt * (p[i + 1, j] - p[i - 1, j]) / (2 * h)
    return used

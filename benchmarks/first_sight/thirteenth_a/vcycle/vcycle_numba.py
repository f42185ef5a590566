import numba as nb
import numpy as np


@nb.njit
def smooth(u, f, h, sweeps, omega=0.8):
    n, m = u.shape
    before, here = np.empty(m), np.empty(m)
    for _ in range(sweeps):
        for j in range(m):
            before[j] = u[0, j]
        for i in range(1, n - 1):
            for j in range(m):
                here[j] = u[i, j]
            for j in range(1, m - 1):
                jacobi = 0.25 * (before[j] + u[i + 1, j] + here[j - 1] + here[j + 1] + h * h * f[i, j])
                u[i, j] = here[j] + omega * (jacobi - here[j])
            before, here = here, before


@nb.njit
def residual(u, f, h):
    r = np.zeros_like(u)
    for i in range(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            r[i, j] = f[i, j] + (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j]) / (h * h)
    return r


@nb.njit
def coarser(r):
    n, m = (r.shape[0] + 1) // 2, (r.shape[1] + 1) // 2
    half = np.zeros((n, m))
    for a in range(1, n - 1):
        for b in range(1, m - 1):
            i, j = 2 * a, 2 * b
            half[a, b] = (4.0 * r[i, j] + 2.0 * (r[i - 1, j] + r[i + 1, j] + r[i, j - 1] + r[i, j + 1])
                          + r[i - 1, j - 1] + r[i - 1, j + 1] + r[i + 1, j - 1] + r[i + 1, j + 1]) / 16.0
    return half


@nb.njit
def add_finer(u, c):
    n, m = c.shape
    for a in range(n):
        for b in range(m):
            u[2 * a, 2 * b] += c[a, b]
            if b < m - 1:
                u[2 * a, 2 * b + 1] += 0.5 * (c[a, b] + c[a, b + 1])
            if a < n - 1:
                u[2 * a + 1, 2 * b] += 0.5 * (c[a, b] + c[a + 1, b])
                if b < m - 1:
                    u[2 * a + 1, 2 * b + 1] += 0.25 * (c[a, b] + c[a + 1, b] + c[a, b + 1] + c[a + 1, b + 1])


@nb.njit
def poisson(u, f, levels, cycles, sweeps=2):
    h = 1.0 / (u.shape[0] - 1)
    norms = np.zeros(cycles)
    for cycle in range(cycles):
        us, fs = [u], [f]
        for level in range(levels - 1):
            smooth(us[level], fs[level], h * 2**level, sweeps)
            fs.append(coarser(residual(us[level], fs[level], h * 2**level)))
            us.append(np.zeros_like(fs[level + 1]))
        smooth(us[levels - 1], fs[levels - 1], h * 2 ** (levels - 1), 20)
        for level in range(levels - 2, -1, -1):
            add_finer(us[level], us[level + 1])
            smooth(us[level], fs[level], h * 2**level, sweeps)
        r = residual(u, f, h)
        norms[cycle] = np.sqrt(np.sum(r * r)) * h
    return norms

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def flow(low, high, dc, chi, full, h):
    v = chi * dc / h
    crawl = v * low * (1.0 - high / full) if v > 0.0 else v * high * (1.0 - low / full)
    return crawl - (high - low) / h


@nb.njit(error_model="numpy")
def kellerseg(rho, c, steps, h=0.25, chi=4.0, full=8.0):
    n, m = rho.shape
    dt = 0.1 * h * h
    peak = np.zeros(steps)
    new, cnew = np.empty((n, m)), np.empty((n, m))
    above = np.zeros(m)
    for t in range(steps):
        above[:] = 0.0
        most = -np.inf
        for i in range(n):
            left = 0.0
            up, down = max(i - 1, 0), min(i + 1, n - 1)
            for j in range(m):
                west, east = max(j - 1, 0), min(j + 1, m - 1)
                below = flow(rho[i, j], rho[i + 1, j], c[i + 1, j] - c[i, j], chi, full, h) if i < n - 1 else 0.0
                right = flow(rho[i, j], rho[i, j + 1], c[i, j + 1] - c[i, j], chi, full, h) if j < m - 1 else 0.0
                r = rho[i, j] + dt / h * (above[j] - below + left - right)
                new[i, j] = r
                most = max(most, r)
                above[j], left = below, right
                lap = (c[up, j] + c[down, j] + c[i, west] + c[i, east] - 4.0 * c[i, j]) / h ** 2
                cnew[i, j] = c[i, j] + dt * (lap + rho[i, j] - c[i, j])
        rho[:] = new
        c[:] = cnew
        peak[t] = most
    return peak, rho.sum() * h * h

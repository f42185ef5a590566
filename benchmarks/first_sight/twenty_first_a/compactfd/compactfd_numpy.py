import numpy as np


def derivative(f, h, axis):
    """First derivative along an axis: a third of both neighbours' and seven ninths; the ends of third order."""
    g = np.swapaxes(f, 0, axis)
    n = g.shape[0]
    d = np.empty(g.shape)
    d[0] = (-2.5 * g[0] + 2.0 * g[1] + 0.5 * g[2]) / h
    d[1] = 0.75 * (g[2] - g[0]) / h
    d[2:-2] = 7.0 / 9.0 * (g[3:-1] - g[1:-3]) / h + (g[4:] - g[:-4]) / (36.0 * h)
    d[-2] = 0.75 * (g[-1] - g[-3]) / h
    d[-1] = (2.5 * g[-1] - 2.0 * g[-2] - 0.5 * g[-3]) / h
    lower = np.full(n, 1.0 / 3.0)
    lower[1] = lower[n - 2] = 0.25
    lower[n - 1] = 2.0
    upper = lower[::-1].copy()
    c = np.zeros(n)
    c[0] = upper[0]
    for k in range(1, n):
        over = 1.0 / (1.0 - lower[k] * c[k - 1])
        c[k] = upper[k] * over
        d[k] = (d[k] - lower[k] * d[k - 1]) * over
    for k in range(n - 2, -1, -1):
        d[k] -= c[k] * d[k + 1]
    return np.swapaxes(d, 0, axis)


def compactfd(u, steps, dt=0.002):
    h = 1.0 / (u.shape[1] - 1)
    for _ in range(steps):
        old = u.copy()
        for m in range(3):
            rate = np.zeros(old[m].shape)
            for axis in range(3):
                rate -= old[2 - axis] * derivative(old[m], h, axis)
            u[m] = old[m] + dt * rate
    return np.max(np.abs(u))

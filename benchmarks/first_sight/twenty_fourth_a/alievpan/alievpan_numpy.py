import numpy as np

K, A, EPS, MU1, MU2, DIFFUSION = 8.0, 0.15, 0.002, 0.2, 0.3, 1.0


def closed(u):
    """Nothing flows through the rim."""
    u[0, :] = u[2, :]
    u[-1, :] = u[-3, :]
    u[:, 0] = u[:, 2]
    u[:, -1] = u[:, -3]


def alievpan(u, v, dt, steps):
    """Steps in place; returns the highest that each cell has been."""
    c, w = u[1:-1, 1:-1], v[1:-1, 1:-1]
    peak = c.copy()
    for _ in range(steps):
        closed(u)
        lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * c
        react = K * c * (c - A) * (1.0 - c) - c * w
        eps = EPS + MU1 * w / (c + MU2)
        w += dt * eps * (-w - K * c * (c - A - 1.0))
        c += dt * (DIFFUSION * lap + react)
        np.maximum(peak, c, out=peak)
    return peak

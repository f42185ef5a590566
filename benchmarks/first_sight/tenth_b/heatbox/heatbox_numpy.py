import numpy as np


def walls(u, v, t):
    u[0, :] = u[-1, :] = 0.0
    u[:, 0] = u[:, -1] = 0.0
    v[0, :] = v[-1, :] = 0.0
    v[:, 0] = v[:, -1] = 0.0
    t[0, :] = 1.0
    t[-1, :] = 0.0
    t[:, 0] = t[:, 1]
    t[:, -1] = t[:, -2]


def divergence(b, u, v, dt, dx):
    b[1:-1, 1:-1] = (u[1:-1, 2:] - u[1:-1, :-2] + v[2:, 1:-1] - v[:-2, 1:-1]) / (2.0 * dx * dt)


def poisson(p, b, dx, sweeps):
    for _ in range(sweeps):
        old = p.copy()
        p[1:-1, 1:-1] = 0.25 * (old[1:-1, 2:] + old[1:-1, :-2] + old[2:, 1:-1] + old[:-2, 1:-1] - dx**2 * b[1:-1, 1:-1])
        p[:, 0] = p[:, 1]
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[-1, :] = p[-2, :]


def transport(f, u, v, dt, dx, nu):
    c = f[1:-1, 1:-1]
    along = u[1:-1, 1:-1] * (f[1:-1, 2:] - f[1:-1, :-2]) + v[1:-1, 1:-1] * (f[2:, 1:-1] - f[:-2, 1:-1])
    spread = f[1:-1, 2:] + f[1:-1, :-2] + f[2:, 1:-1] + f[:-2, 1:-1] - 4.0 * c
    return c - dt / (2.0 * dx) * along + nu * dt / dx**2 * spread


def convect(u, v, p, t, dt, dx, nu, ra, steps, sweeps):
    b = np.zeros_like(p)
    for _ in range(steps):
        un = transport(u, u, v, dt, dx, nu)
        vn = transport(v, u, v, dt, dx, nu) + dt * ra * t[1:-1, 1:-1]
        tn = transport(t, u, v, dt, dx, nu)
        u[1:-1, 1:-1], v[1:-1, 1:-1], t[1:-1, 1:-1] = un, vn, tn
        walls(u, v, t)
        divergence(b, u, v, dt, dx)
        poisson(p, b, dx, sweeps)
        u[1:-1, 1:-1] -= dt / (2.0 * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
        v[1:-1, 1:-1] -= dt / (2.0 * dx) * (p[2:, 1:-1] - p[:-2, 1:-1])

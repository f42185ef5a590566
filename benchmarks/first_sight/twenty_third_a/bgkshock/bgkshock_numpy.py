import numpy as np


def maxwell(n, u, temperature, speed):
    """Two densities of rest: of particles, and of their energy across."""
    g = n[:, None] / np.sqrt(2.0 * np.pi * temperature[:, None]) * np.exp(-(speed - u[:, None]) ** 2 / (2.0 * temperature[:, None]))
    return g, 2.0 * temperature[:, None] * g


def moments(g, h, speed):
    dv = speed[1] - speed[0]
    n = g.sum(axis=1) * dv
    u = g @ speed * dv / n
    energy = (g @ speed ** 2 + h.sum(axis=1)) * dv / n
    return n, u, (energy - u ** 2) / 3.0


def minmod(a, b):
    return np.where(a * b > 0.0, np.where(np.abs(a) < np.abs(b), a, b), 0.0)


def carry(f, speed, dx, dt):
    """Upwind with limited slopes, in place; the two cells at the ends stay."""
    step = f[1:] - f[:-1]
    slope = np.zeros_like(f)
    slope[1:-1] = minmod(step[1:], step[:-1])
    c = speed * dt / dx
    flux = speed * np.where(speed > 0.0, f[:-1] + 0.5 * (1.0 - c) * slope[:-1], f[1:] - 0.5 * (1.0 + c) * slope[1:])
    f[1:-1] -= dt / dx * (flux[1:] - flux[:-1])


def bgkshock(density, wind, warmth, speed, knudsen, dx, dt, steps):
    """Density, wind and temperature of the gas after some steps, and the heat that flows in it."""
    g, h = maxwell(density, wind, warmth, speed)
    for _ in range(steps):
        carry(g, speed, dx, dt)
        carry(h, speed, dx, dt)
        n, u, temperature = moments(g, h, speed)
        ge, he = maxwell(n, u, temperature, speed)
        keep = np.exp(-dt * n * np.sqrt(temperature) / knudsen)[:, None]
        g[:] = ge + keep * (g - ge)
        h[:] = he + keep * (h - he)
    n, u, temperature = moments(g, h, speed)
    c = speed - u[:, None]
    heat = 0.5 * np.sum(c * (c ** 2 * g + h), axis=1) * (speed[1] - speed[0])
    return n, u, temperature, heat

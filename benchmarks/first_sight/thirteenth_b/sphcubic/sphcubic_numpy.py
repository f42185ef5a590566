import numpy as np


def kernel(q, h):
    w = np.where(q < 1.0, 1.0 - 1.5 * q**2 + 0.75 * q**3, np.where(q < 2.0, 0.25 * (2.0 - q) ** 3, 0.0))
    return 10.0 / (7.0 * np.pi * h**2) * w


def steepness(q, h):
    w = np.where(q < 1.0, -3.0 * q + 2.25 * q**2, np.where(q < 2.0, -0.75 * (2.0 - q) ** 2, 0.0))
    return 10.0 / (7.0 * np.pi * h**3) * w


def splash(x, y, u, v, steps, h=0.12, stiff=2.0, rest=1.0, dt=2e-3, gravity=9.81):
    n = x.size
    mass = 1.0 / n
    for step in range(steps):
        dx = x[:, np.newaxis] - x[np.newaxis, :]
        dy = y[:, np.newaxis] - y[np.newaxis, :]
        r = np.sqrt(dx**2 + dy**2)
        rho = mass * np.sum(kernel(r / h, h), axis=1)
        p = stiff * (rho - rest) / rho**2
        push = -mass * (p[:, np.newaxis] + p) * steepness(r / h, h) / (r + np.eye(n))
        u += dt * np.sum(push * dx, axis=1)
        v += dt * (np.sum(push * dy, axis=1) - gravity)
        x += dt * u
        y += dt * v
        low = y < 0.0
        y[low] *= -1.0
        v[low] *= -0.5
    return rho

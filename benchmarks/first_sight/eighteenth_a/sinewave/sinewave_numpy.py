import numpy as np


def sine_gordon(u, v, g, dt, steps):
    """Waves u with speeds v in a square with fixed borders; the linear part is exact for each product of sines."""
    n = len(u)
    k = np.pi * np.arange(1, n + 1)
    S = np.sqrt(2.0 / (n + 1)) * np.sin(np.outer(np.arange(1, n + 1), k) / (n + 1))
    w = np.sqrt(k[:, None] ** 2 + k[None, :] ** 2)
    c, s = np.cos(w * dt), np.sin(w * dt)
    energy = np.zeros(steps)
    for t in range(steps):
        v -= 0.5 * dt * g * np.sin(u)
        a = S @ u @ S
        b = S @ v @ S
        u[:] = S @ (c * a + s / w * b) @ S
        v[:] = S @ (c * b - w * s * a) @ S
        v -= 0.5 * dt * g * np.sin(u)
        energy[t] = 0.5 * np.sum(v**2) + 0.5 * np.sum((w * (S @ u @ S)) ** 2) + g * np.sum(1.0 - np.cos(u))
    return energy

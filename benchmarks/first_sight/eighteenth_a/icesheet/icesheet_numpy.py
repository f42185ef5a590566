import numpy as np


def spread(H, bed, rate, dx, end):
    """An ice sheet H that flows by its own weight, gains and loses at a rate, and never is thinner than nothing."""
    stiffness = 2.0 / 5.0 * 1e-16 * (910.0 * 9.81) ** 3
    t, steps = 0.0, 0
    while t < end:
        s = bed + H
        thick = 0.25 * (H[1:, 1:] + H[:-1, 1:] + H[1:, :-1] + H[:-1, :-1])
        sx = (s[1:, 1:] - s[:-1, 1:] + s[1:, :-1] - s[:-1, :-1]) / (2.0 * dx)
        sy = (s[1:, 1:] - s[1:, :-1] + s[:-1, 1:] - s[:-1, :-1]) / (2.0 * dx)
        D = stiffness * thick**5 * (sx**2 + sy**2)
        dt = min(end - t, 0.12 * dx**2 / max(np.max(D), 1.0), 20.0)
        qx = 0.5 * (D[:, 1:] + D[:, :-1]) * (s[1:, 1:-1] - s[:-1, 1:-1]) / dx
        qy = 0.5 * (D[1:, :] + D[:-1, :]) * (s[1:-1, 1:] - s[1:-1, :-1]) / dx
        H[1:-1, 1:-1] += dt * ((qx[1:] - qx[:-1]) / dx + (qy[:, 1:] - qy[:, :-1]) / dx + rate[1:-1, 1:-1])
        np.maximum(H, 0.0, out=H)
        t += dt
        steps += 1
    return steps, np.sum(H) * dx**2, np.count_nonzero(H)

import numpy as np


def minmod(a, b):
    return 0.5 * (np.sign(a) + np.sign(b)) * np.minimum(np.abs(a), np.abs(b))


def flux(s, gravity):
    return s ** 2 / (s ** 2 + 0.25 * (1.0 - s) ** 2) * (1.0 - gravity * (1.0 - s) ** 2)


def speed(s, gravity):
    """How the flux changes with what flows."""
    whole = s ** 2 + 0.25 * (1.0 - s) ** 2
    part = 0.5 * s * (1.0 - s) / whole ** 2
    return np.abs(part * (1.0 - gravity * (1.0 - s) ** 2) + s ** 2 / whole * 2.0 * gravity * (1.0 - s))


def along(s, h, gravity):
    """What comes less what goes, along the first axis; the rim goes on outside as it is."""
    p = np.pad(s, ((2, 2), (0, 0)), mode="edge")
    step = np.diff(p, axis=0)
    slope = minmod(step[:-1], step[1:])
    left = p[1:-2] + 0.5 * slope[:-1]
    right = p[2:-1] - 0.5 * slope[1:]
    fastest = np.maximum(speed(left, gravity), speed(right, gravity))
    f = 0.5 * (flux(left, gravity) + flux(right, gravity)) - 0.5 * fastest * (right - left)
    return -(f[1:] - f[:-1]) / h


def change(s, h):
    return along(s, h, 5.0) + along(s.T, h, 0.0).T


def kurgtad(s, h, dt, steps):
    amount = np.empty(steps)
    for k in range(steps):
        half = s + dt * change(s, h)
        s = 0.5 * (s + half + dt * change(half, h))
        amount[k] = s.mean()
    return s, amount

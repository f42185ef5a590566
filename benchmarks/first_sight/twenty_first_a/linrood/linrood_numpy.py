import numpy as np


def face(q, c, axis):
    """Values that cross the left side of each cell while the wind c, in cells, blows over it."""
    edge = 7.0 / 12.0 * (np.roll(q, 1, axis) + q) - (np.roll(q, 2, axis) + np.roll(q, -1, axis)) / 12.0
    left = edge - q
    right = np.roll(edge, -1, axis) - q
    extremum = left * right >= 0.0
    left = np.where(extremum, 0.0, left)
    right = np.where(extremum, 0.0, right)
    both = left + right
    upwind = np.roll(q, 1, axis) + (1.0 - c) * (np.roll(right, 1, axis) - c * np.roll(both, 1, axis))
    return np.where(c > 0.0, upwind, q + (1.0 + c) * (left + c * both))


def gain(flux, axis):
    return flux - np.roll(flux, -1, axis)


def linrood(q, cx, cy, steps):
    for _ in range(steps):
        qx = (q + gain(cx * face(q, cx, 1), 1)) / (1.0 + gain(cx, 1))
        qy = (q + gain(cy * face(q, cy, 0), 0)) / (1.0 + gain(cy, 0))
        fx = cx * face(0.5 * (q + qy), cx, 1)
        fy = cy * face(0.5 * (q + qx), cy, 0)
        q[:] = q + gain(fx, 1) + gain(fy, 0)
    return np.sum(q), np.max(q)

import numpy as np


def slopes(phi, h):
    """Differences to both sides along both axes; beyond the border the function goes on as it is."""
    wide = np.pad(phi, 1, mode="edge")
    left = (phi - wide[1:-1, :-2]) / h
    right = (wide[1:-1, 2:] - phi) / h
    down = (phi - wide[:-2, 1:-1]) / h
    up = (wide[2:, 1:-1] - phi) / h
    return left, right, down, up


def godunov(left, right, down, up, outside):
    """The length of the gradient, by the side from which information comes."""
    def pos(a):
        return np.maximum(a, 0.0) ** 2

    def neg(a):
        return np.minimum(a, 0.0) ** 2
    grow = np.maximum(pos(left), neg(right)) + np.maximum(pos(down), neg(up))
    fall = np.maximum(neg(left), pos(right)) + np.maximum(neg(down), pos(up))
    return np.sqrt(np.where(outside, grow, fall))


def distance(phi, h, steps):
    """Make phi a signed distance to where it is zero."""
    sign = phi / np.sqrt(phi**2 + h**2)
    outside = phi > 0.0
    dt = 0.5 * h
    residual = np.empty(steps)
    for s in range(steps):
        slope = godunov(*slopes(phi, h), outside)
        change = dt * sign * (slope - 1.0)
        phi -= change
        residual[s] = np.abs(change).max()
    return residual

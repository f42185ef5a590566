import numpy as np


def sample(field, pos):
    """Bilinear, held at the border."""
    n, m = field.shape
    x = np.clip(pos[:, 0], 0.0, n - 1.001)
    y = np.clip(pos[:, 1], 0.0, m - 1.001)
    i, j = x.astype(int), y.astype(int)
    a, b = x - i, y - j
    return ((1.0 - a) * (1.0 - b) * field[i, j] + a * (1.0 - b) * field[i + 1, j]
            + (1.0 - a) * b * field[i, j + 1] + a * b * field[i + 1, j + 1])


def rates(pos, momentum, index, gx, gy):
    n = sample(index, pos)[:, None]
    slope = np.column_stack((sample(gx, pos), sample(gy, pos)))
    return momentum / n, slope


def trace(index, pos, direction, steps):
    gx, gy = np.gradient(index)
    h = 0.9 * index.shape[0] / steps
    momentum = sample(index, pos)[:, None] * direction
    path = np.empty((steps, 2))
    for s in range(steps):
        k1, l1 = rates(pos, momentum, index, gx, gy)
        k2, l2 = rates(pos + 0.5 * h * k1, momentum + 0.5 * h * l1, index, gx, gy)
        k3, l3 = rates(pos + 0.5 * h * k2, momentum + 0.5 * h * l2, index, gx, gy)
        k4, l4 = rates(pos + h * k3, momentum + h * l3, index, gx, gy)
        pos = pos + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        momentum = momentum + h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
        path[s] = pos.mean(axis=0)
    return pos, momentum / np.linalg.norm(momentum, axis=1, keepdims=True), path

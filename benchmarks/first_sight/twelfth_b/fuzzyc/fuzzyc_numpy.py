import numpy as np


def fuzzy(points, centres, steps, tiny=1e-12):
    """Fuzziness 2; centres change in place."""
    cost = np.zeros(steps)
    for s in range(steps):
        square = np.sum((points[:, np.newaxis, :] - centres[np.newaxis, :, :]) ** 2, axis=2) + tiny
        member = 1.0 / square
        member /= member.sum(axis=1, keepdims=True)
        weight = member**2
        cost[s] = np.sum(weight * square)
        centres[:] = (weight.T @ points) / weight.sum(axis=0)[:, np.newaxis]
    return member, cost

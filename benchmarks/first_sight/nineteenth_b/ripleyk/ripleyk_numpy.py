import numpy as np


def ripley(points, radii):
    """Ripley's K in the unit square for each radius: only points farther than it from the border are centres."""
    n = len(points)
    apart = points[:, None, :] - points[None, :, :]
    distance = np.sqrt(np.sum(apart**2, axis=-1))
    np.fill_diagonal(distance, np.inf)
    border = np.minimum(points, 1.0 - points).min(axis=1)
    k = np.zeros(len(radii))
    for i, r in enumerate(radii):
        centre = border >= r
        if centre.any():
            k[i] = np.sum(distance[centre] <= r) / (centre.sum() * n)
    return k


def envelope(points, drawn, radii):
    """Besag's L minus the radius for points, its envelope over drawn points, and the rank of the largest deviation."""
    observed = np.sqrt(ripley(points, radii) / np.pi) - radii
    chance = np.array([np.sqrt(ripley(p, radii) / np.pi) - radii for p in drawn])
    largest = np.abs(chance).max(axis=1)
    rank = 1 + np.sum(largest >= np.abs(observed).max())
    return observed, chance.min(axis=0), chance.max(axis=0), rank / (len(drawn) + 1)

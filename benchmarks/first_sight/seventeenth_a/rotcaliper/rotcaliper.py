import numpy as np


def initialize(sets, n):
    """Sets of points in stretched and turned discs, each by its first coordinate."""
    rng = np.random.default_rng(40)
    points = np.zeros((sets, n, 2))
    for s in range(sets):
        angle, radius = rng.uniform(0.0, 2.0 * np.pi, n), np.sqrt(rng.random(n))
        x, y, turn = 2.0 * radius * np.cos(angle), radius * np.sin(angle), rng.uniform(0.0, np.pi)
        cloud = np.stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y], axis=1)
        points[s] = cloud[np.argsort(cloud[:, 0])]
    return (points,)

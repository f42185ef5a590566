import numpy as np


def profile(image, x, y, edges):
    """Mean, variance and largest value of an image in rings around the origin."""
    radius = np.sqrt(np.add.outer(y * y, x * x))
    n = len(edges) - 1
    mean, var, peak = np.zeros(n), np.zeros(n), np.zeros(n)
    for k in range(n):
        ring = (radius >= edges[k]) & (radius < edges[k + 1])
        values = image[ring]
        if values.size == 0:
            continue
        mean[k] = values.mean()
        var[k] = ((values - mean[k]) ** 2).mean()
        peak[k] = values.max()
    return mean, var, peak

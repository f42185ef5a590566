import numpy as np


def hills(x):
    """After Ackley, with many small valleys."""
    near = np.exp(-0.2 * np.sqrt(np.mean(x * x, axis=-1)))
    wave = np.exp(np.mean(np.cos(2.0 * np.pi * x), axis=-1))
    return 20.0 - 20.0 * near + np.e - wave


def diffevol(place, pick, cross, weight=0.6, rate=0.8, edge=5.0):
    """After Storn and Price: the best place, the least height of each age; places change in place."""
    height = hills(place)
    trace = np.zeros(pick.shape[0])
    for t in range(pick.shape[0]):
        a, b, c = place[pick[t, :, 0]], place[pick[t, :, 1]], place[pick[t, :, 2]]
        child = np.where(cross[t] < rate, a + weight * (b - c), place)
        child = np.clip(child, -edge, edge)
        new = hills(child)
        better = new < height
        place[better] = child[better]
        height[better] = new[better]
        trace[t] = height.min()
    return place[np.argmin(height)].copy(), trace

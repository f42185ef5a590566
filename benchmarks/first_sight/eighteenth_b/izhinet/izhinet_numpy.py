import numpy as np


def simulate(a, b, c, d, weight, drive):
    """A net of spiking cells after Izhikevich: how many fire at each time, how often each does, and its last potential."""
    steps, n = drive.shape
    v = np.full(n, -65.0)
    u = b * v
    firing = np.zeros(steps, dtype=int)
    spikes = np.zeros(n, dtype=int)
    mean = np.zeros(steps)
    for t in range(steps):
        fired = np.where(v >= 30.0)[0]
        firing[t] = len(fired)
        spikes[fired] += 1
        v[fired] = c[fired]
        u[fired] += d[fired]
        current = drive[t] + weight[:, fired].sum(axis=1)
        v += 0.5 * (0.04 * v**2 + 5.0 * v + 140.0 - u + current)
        v += 0.5 * (0.04 * v**2 + 5.0 * v + 140.0 - u + current)
        u += a * (b * v - u)
        mean[t] = v.mean()
    return firing, spikes, mean, np.minimum(v, 30.0)

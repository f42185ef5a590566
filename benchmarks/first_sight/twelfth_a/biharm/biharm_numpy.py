import numpy as np


def biharm(load, T, dt=0.2, drag=0.05):
    """Thirteen points; two layers at the border do not move."""
    n = load.shape[0]
    w = np.zeros((n, n))
    v = np.zeros((n, n))
    speed = np.empty(T)
    for t in range(T):
        bend = (20.0 * w[2:-2, 2:-2]
                - 8.0 * (w[1:-3, 2:-2] + w[3:-1, 2:-2] + w[2:-2, 1:-3] + w[2:-2, 3:-1])
                + 2.0 * (w[1:-3, 1:-3] + w[1:-3, 3:-1] + w[3:-1, 1:-3] + w[3:-1, 3:-1])
                + w[:-4, 2:-2] + w[4:, 2:-2] + w[2:-2, :-4] + w[2:-2, 4:])
        v[2:-2, 2:-2] = (1.0 - drag) * v[2:-2, 2:-2] + dt * (load[2:-2, 2:-2] - bend)
        w += dt * v
        speed[t] = np.sqrt(np.mean(v ** 2))
    return w, speed

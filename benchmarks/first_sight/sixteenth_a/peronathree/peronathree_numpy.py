import numpy as np


def perona_malik(vol, kappa, dt, steps):
    u = vol.copy()
    for _ in range(steps):
        change = np.zeros_like(u)
        for axis in range(3):
            d = np.diff(u, axis=axis)
            flux = d * np.exp(-((d / kappa) ** 2))
            low = [slice(None)] * 3
            high = [slice(None)] * 3
            low[axis] = slice(None, -1)
            high[axis] = slice(1, None)
            change[tuple(low)] += flux
            change[tuple(high)] -= flux
        u += dt * change
    return u

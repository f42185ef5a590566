import numba as nb
import numpy as np


@nb.njit
def smooth(x, y, share, turns):
    n = len(x)
    k = int(np.ceil(share * n))
    near = np.empty((n, n))
    for i in range(n):
        distance = np.abs(x - x[i])
        reach = np.sort(distance)[k - 1]
        for j in range(n):
            u = min(distance[j] / reach, 1.0)
            v = 1.0 - u * u * u
            near[i, j] = v * v * v
    fit = np.zeros(n)
    trust = np.ones(n)
    for _ in range(turns):
        for i in range(n):
            total, sx, sy = 0.0, 0.0, 0.0
            for j in range(n):
                w = trust[j] * near[i, j]
                total += w
                sx += w * x[j]
                sy += w * y[j]
            mx, my = sx / total, sy / total
            spread, both = 0.0, 0.0
            for j in range(n):
                w = trust[j] * near[i, j] * (x[j] - mx)
                spread += w * (x[j] - mx)
                both += w * (y[j] - my)
            slope = both / spread if spread > 0.0 else 0.0
            fit[i] = my + slope * (x[i] - mx)
        scale = 6.0 * np.median(np.abs(y - fit))
        for i in range(n):
            u = min(max((y[i] - fit[i]) / scale, -1.0), 1.0)
            trust[i] = (1.0 - u * u) ** 2
    return fit, trust

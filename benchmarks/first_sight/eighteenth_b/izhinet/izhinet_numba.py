import numba as nb
import numpy as np


@nb.njit
def simulate(a, b, c, d, weight, drive):
    """Weights by the cell that fires, so that what it gives lies side by side."""
    steps, n = drive.shape
    given = np.ascontiguousarray(weight.T)
    v, u = np.full(n, -65.0), b * -65.0
    firing, spikes = np.zeros(steps, np.int64), np.zeros(n, np.int64)
    mean, current = np.zeros(steps), np.empty(n)
    for t in range(steps):
        current[:] = 0.0
        for j in range(n):
            if v[j] >= 30.0:
                firing[t] += 1
                spikes[j] += 1
                v[j] = c[j]
                u[j] += d[j]
                row = given[j]
                for i in range(n):
                    current[i] += row[i]
        total = 0.0
        for i in range(n):
            x, y, z = v[i], u[i], drive[t, i] + current[i]
            x += 0.5 * (0.04 * x * x + 5.0 * x + 140.0 - y + z)
            x += 0.5 * (0.04 * x * x + 5.0 * x + 140.0 - y + z)
            v[i] = x
            u[i] = y + a[i] * (b[i] * x - y)
            total += x
        mean[t] = total / n
    return firing, spikes, mean, np.minimum(v, 30.0)

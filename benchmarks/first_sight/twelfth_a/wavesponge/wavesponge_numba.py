import numba as nb
import numpy as np


@nb.njit
def wavesponge(speed, damp, T):
    n = speed.shape[0]
    before = np.zeros((n, n))
    now = np.zeros((n, n))
    traces = np.zeros((T, n))
    for t in range(T):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                lap = now[i + 1, j] + now[i - 1, j] + now[i, j + 1] + now[i, j - 1] - 4.0 * now[i, j]
                before[i, j] = ((2.0 * now[i, j] - (1.0 - damp[i, j]) * before[i, j] + speed[i, j] ** 2 * lap)
                                / (1.0 + damp[i, j]))
        tau = 0.12 * (t - 20.0)
        before[n // 3, n // 2] += (1.0 - 2.0 * tau ** 2) * np.exp(-tau ** 2)
        before, now = now, before
        traces[t] = now[n // 6]
    return now, traces

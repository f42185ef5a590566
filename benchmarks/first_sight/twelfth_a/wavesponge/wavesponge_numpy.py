import numpy as np


def wavesponge(speed, damp, T):
    n = speed.shape[0]
    before = np.zeros((n, n))
    now = np.zeros((n, n))
    traces = np.zeros((T, n))
    c2 = speed[1:-1, 1:-1] ** 2
    fade = damp[1:-1, 1:-1]
    for t in range(T):
        lap = now[2:, 1:-1] + now[:-2, 1:-1] + now[1:-1, 2:] + now[1:-1, :-2] - 4.0 * now[1:-1, 1:-1]
        after = np.zeros((n, n))
        after[1:-1, 1:-1] = (2.0 * now[1:-1, 1:-1] - (1.0 - fade) * before[1:-1, 1:-1] + c2 * lap) / (1.0 + fade)
        tau = 0.12 * (t - 20.0)
        after[n // 3, n // 2] += (1.0 - 2.0 * tau ** 2) * np.exp(-tau ** 2)
        before, now = now, after
        traces[t] = now[n // 6]
    return now, traces

import numba as nb
import numpy as np


@nb.njit(fastmath=True)
def cancel(far, near, taps, mu):
    n = far.size
    w = np.zeros(taps)
    error = np.zeros(n)
    error[:taps - 1] = near[:taps - 1]
    talks = 0
    for t in range(taps - 1, n):
        start = t - taps + 1
        predicted, power, most = 0.0, 0.0, 0.0
        for i in range(taps):
            x = far[start + i]
            predicted += w[i] * x
            power += x * x
            most = max(most, abs(x))
        error[t] = near[t] - predicted
        step = mu
        if abs(near[t]) > 2.0 * most:
            step = 0.1 * mu
            talks += 1
        f = step * error[t] / (1e-3 + power)
        for i in range(taps):
            w[i] += f * far[start + i]
    return error, w[::-1].copy(), talks

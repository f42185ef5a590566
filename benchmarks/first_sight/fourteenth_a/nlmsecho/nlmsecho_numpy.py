import numpy as np


def cancel(far, near, taps, mu):
    n = far.size
    w = np.zeros(taps)
    error = np.zeros(n)
    error[:taps - 1] = near[:taps - 1]
    talks = 0
    for t in range(taps - 1, n):
        x = far[t - taps + 1:t + 1][::-1]
        error[t] = near[t] - w @ x
        step = mu
        if np.abs(near[t]) > 2.0 * np.max(np.abs(x)):
            step = 0.1 * mu
            talks += 1
        w += step * error[t] / (1e-3 + x @ x) * x
    return error, w, talks

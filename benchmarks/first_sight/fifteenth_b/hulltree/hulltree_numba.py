import numba as nb
import numpy as np


@nb.njit
def branches(j, M, limit):
    """Probabilities up, middle, down, and how far the middle lies from j."""
    e = j * M
    if j == limit:
        return 7.0 / 6.0 + (e * e + 3.0 * e) / 2.0, -1.0 / 3.0 - e * e - 2.0 * e, 1.0 / 6.0 + (e * e + e) / 2.0, -1
    if j == -limit:
        return 1.0 / 6.0 + (e * e - e) / 2.0, -1.0 / 3.0 - e * e + 2.0 * e, 7.0 / 6.0 + (e * e - 3.0 * e) / 2.0, 1
    return 1.0 / 6.0 + (e * e + e) / 2.0, 2.0 / 3.0 - e * e, 1.0 / 6.0 + (e * e - e) / 2.0, 0


@nb.njit
def bond(steps, a, sigma, dt, curve, strike):
    M = -a * dt
    limit = min(int(np.ceil(0.184 / (a * dt))), 20)
    size = 2 * limit + 1
    dr = sigma * np.sqrt(3.0 * dt)
    Q = np.zeros((steps + 1, size))
    alpha = np.zeros(steps + 1)
    Q[0, limit] = 1.0
    for m in range(steps + 1):
        top = min(m, limit)
        s = 0.0
        for j in range(-top, top + 1):
            s += Q[m, j + limit] * np.exp(-j * dr * dt)
        alpha[m] = np.log(s / curve[m]) / dt
        if m == steps:
            break
        for j in range(-top, top + 1):
            up, mid, down, k = branches(j, M, limit)
            q = Q[m, j + limit] * np.exp(-(alpha[m] + j * dr) * dt)
            at = j + k + limit
            Q[m + 1, at + 1] += up * q
            Q[m + 1, at] += mid * q
            Q[m + 1, at - 1] += down * q
    value = np.ones(size)
    expiry = steps // 2
    for m in range(steps - 1, -1, -1):
        new = np.zeros(size)
        top = min(m, limit)
        for j in range(-top, top + 1):
            up, mid, down, k = branches(j, M, limit)
            at = j + k + limit
            mean = up * value[at + 1] + mid * value[at] + down * value[at - 1]
            new[j + limit] = mean * np.exp(-(alpha[m] + j * dr) * dt)
        value = new
        if m == expiry:
            value = np.maximum(value - strike, 0.0)
    return value[limit], Q

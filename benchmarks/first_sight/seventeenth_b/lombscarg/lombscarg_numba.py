import numba as nb
import numpy as np


@nb.njit(fastmath={"contract"})
def periodogram(t, y, error, freq):
    n, m = t.size, freq.size
    w, wz, since = np.empty(n), np.empty(n), np.empty(n)
    total = 0.0
    for i in range(n):
        w[i] = 1.0 / (error[i] * error[i])
        total += w[i]
    mean = 0.0
    for i in range(n):
        w[i] /= total
        mean += w[i] * y[i]
        since[i] = t[i] - t[0]
    whole = 0.0
    for i in range(n):
        z = y[i] - mean
        wz[i] = w[i] * z
        whole += wz[i] * z
    power = np.empty(m)
    best, a, b = 0, 0.0, 0.0
    for k in range(m):
        C, S, YC, YS, CC, CS = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(n):
            angle = 2.0 * np.pi * freq[k] * since[i]
            c, s = np.cos(angle), np.sin(angle)
            C += c * w[i]
            S += s * w[i]
            YC += c * wz[i]
            YS += s * wz[i]
            CC += c * c * w[i]
            CS += c * s * w[i]
        SS = 1.0 - CC - S * S
        CC -= C * C
        CS -= C * S
        D = CC * SS - CS * CS
        power[k] = (SS * YC * YC + CC * YS * YS - 2.0 * CS * YC * YS) / (whole * D)
        if k == 0 or power[k] > power[best]:
            best, a, b = k, (YC * SS - YS * CS) / D, (YS * CC - YC * CS) / D
    single = (1.0 - power[best]) ** (0.5 * (n - 3))
    independent = (freq[-1] - freq[0]) * (t[-1] - t[0])
    return power, best, np.hypot(a, b), np.arctan2(a, b), 1.0 - (1.0 - single) ** independent

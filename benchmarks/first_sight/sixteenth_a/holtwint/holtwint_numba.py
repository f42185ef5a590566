import numba as nb
import numpy as np


@nb.njit
def holt_winters(y, season, alpha, beta, gamma, ahead):
    T, B = y.shape
    one = np.float32(1.0)
    level, trend = np.zeros(B, np.float32), np.zeros(B, np.float32)
    seasonal = np.empty((season, B), np.float32)
    over = np.float32(season)
    for t in range(season):
        for b in range(B):
            level[b] += y[t, b]
            trend[b] += y[season + t, b]
    for b in range(B):
        level[b] /= over
        trend[b] = (trend[b] / over - level[b]) / over
    for t in range(season):
        for b in range(B):
            seasonal[t, b] = y[t, b] / level[b]
    fitted = np.empty_like(y)
    for t in range(T):
        row, out, s = y[t], fitted[t], seasonal[t % season]
        for b in range(B):
            old, tr, sb = level[b], trend[b], s[b]
            expected = old + tr
            out[b] = expected * sb
            new = alpha * (row[b] / sb) + (one - alpha) * expected
            trend[b] = beta * (new - old) + (one - beta) * tr
            s[b] = gamma * (row[b] / new) + (one - gamma) * sb
            level[b] = new
    forecast = np.empty((ahead, B), np.float32)
    for k in range(ahead):
        s = seasonal[(T + k) % season]
        far = np.float32(k + 1)
        for b in range(B):
            forecast[k, b] = (level[b] + far * trend[b]) * s[b]
    return fitted, forecast, level, trend

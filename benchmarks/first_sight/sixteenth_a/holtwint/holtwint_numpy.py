import numpy as np


def holt_winters(y, season, alpha, beta, gamma, ahead):
    """Multiplicative seasons; columns are series."""
    T, B = y.shape
    level = y[:season].mean(axis=0)
    trend = (y[season:2 * season].mean(axis=0) - level) / np.float32(season)
    seasonal = y[:season] / level
    fitted = np.empty_like(y)
    for t in range(T):
        s = seasonal[t % season]
        fitted[t] = (level + trend) * s
        before = level
        level = alpha * (y[t] / s) + (1 - alpha) * (level + trend)
        trend = beta * (level - before) + (1 - beta) * trend
        seasonal[t % season] = gamma * (y[t] / level) + (1 - gamma) * s
    forecast = np.empty((ahead, B), dtype=y.dtype)
    for k in range(ahead):
        forecast[k] = (level + np.float32(k + 1) * trend) * seasonal[(T + k) % season]
    return fitted, forecast, level, trend

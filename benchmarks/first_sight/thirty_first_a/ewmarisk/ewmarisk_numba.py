import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def ewmarisk(returns, weights, fade=0.94, level=0.01):
    days, assets = returns.shape
    first = min(50, days)
    mean, cov = np.zeros(assets), np.zeros((assets, assets))
    for t in range(first):
        for i in range(assets):
            mean[i] += returns[t, i] / first
    for t in range(first):
        for i in range(assets):
            for j in range(assets):
                cov[i, j] += (returns[t, i] - mean[i]) * (returns[t, j] - mean[j]) / (first - 1)
    risk, share = np.empty(days), np.empty((days, assets))
    gains, shocks, part = np.zeros(days), np.empty(days), np.empty(assets)
    for i in range(assets):
        total = 0.0
        for j in range(assets):
            total += cov[i, j] * weights[j]
        part[i] = total
    for t in range(days):
        variance, gain = 0.0, 0.0
        for i in range(assets):
            variance += weights[i] * part[i]
            gain += weights[i] * returns[t, i]
        for i in range(assets):
            share[t, i] = weights[i] * part[i] / variance
            part[i] = fade * part[i] + (1.0 - fade) * gain * returns[t, i]
        risk[t], gains[t] = np.sqrt(variance), gain
        shocks[t] = gain / risk[t]
    bar = np.quantile(shocks, level)
    tomorrow, tail, many, breaches = 0.0, 0.0, 0, 0
    for i in range(assets):
        tomorrow += weights[i] * part[i]
    tomorrow = np.sqrt(tomorrow)
    for t in range(days):
        if shocks[t] <= bar:
            tail += shocks[t]
            many += 1
        if gains[t] < -2.326 * risk[t]:
            breaches += 1
    return risk, share, -bar * tomorrow, -tail / many * tomorrow, breaches

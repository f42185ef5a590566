import numpy as np


def ewmarisk(returns, weights, fade=0.94, level=0.01):
    days, assets = returns.shape
    cov = np.cov(returns[:50], rowvar=False)
    risk, share = np.empty(days), np.empty((days, assets))
    for t in range(days):
        part = cov @ weights
        risk[t] = np.sqrt(weights @ part)
        share[t] = weights * part / risk[t] ** 2
        cov *= fade
        cov += (1.0 - fade) * np.outer(returns[t], returns[t])
    gains = returns @ weights
    shocks = gains / risk
    bar = np.quantile(shocks, level)
    tomorrow = np.sqrt(weights @ cov @ weights)
    shortfall = -shocks[shocks <= bar].mean() * tomorrow
    return risk, share, -bar * tomorrow, shortfall, np.count_nonzero(gains < -2.326 * risk)

import numpy as np


def sharpe(x, axis=-1):
    return np.sqrt(252.0) * np.mean(x, axis=axis) / np.std(x, axis=axis, ddof=1)


def statboot(returns, uniform, starts, chance):
    """After Politis and Romano: blocks of random length, wrapped around the end of the series."""
    draws, n = uniform.shape
    index = np.empty((draws, n), dtype=np.int64)
    index[:, 0] = starts[:, 0]
    for t in range(1, n):
        index[:, t] = np.where(uniform[:, t] < chance, starts[:, t], (index[:, t - 1] + 1) % n)
    sample = returns[index]
    found = sharpe(sample)
    wealth = np.cumsum(sample, axis=1)
    fall = np.max(np.maximum.accumulate(wealth, axis=1) - wealth, axis=1)
    point = sharpe(returns)
    low, high = np.quantile(found, [0.025, 0.975])
    return point, np.std(found, ddof=1), 2.0 * point - high, 2.0 * point - low, np.mean(found <= 0.0), np.median(fall)

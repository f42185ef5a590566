import numpy as np


def knockout(noise, spot, strike, barrier, rate, volatility, time):
    steps, n = noise.shape
    dt = time / steps
    drift = (rate - 0.5 * volatility**2) * dt
    price = np.full(n, spot)
    path = np.arange(n)
    survivors = np.zeros(steps, dtype=np.int64)
    for t in range(steps):
        price = price * np.exp(drift + volatility * np.sqrt(dt) * noise[t, path])
        alive = price > barrier
        price = price[alive]
        path = path[alive]
        survivors[t] = len(path)
    payoff = np.zeros(n)
    payoff[path] = np.exp(-rate * time) * np.maximum(price - strike, 0.0)
    return payoff.mean(), payoff.std(ddof=1) / np.sqrt(n), survivors

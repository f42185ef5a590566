import numba as nb
import numpy as np


@nb.njit
def knockout(noise, spot, strike, barrier, rate, volatility, time):
    steps, n = noise.shape
    dt = time / steps
    drift = (rate - 0.5 * volatility**2) * dt
    spread = volatility * np.sqrt(dt)
    price = np.full(n, spot)
    path = np.arange(n)
    survivors = np.zeros(steps, np.int64)
    left = n
    for t in range(steps):
        kept = 0
        for k in range(left):
            p = price[k] * np.exp(drift + spread * noise[t, path[k]])
            if p > barrier:
                price[kept] = p
                path[kept] = path[k]
                kept += 1
        left = kept
        survivors[t] = left
    discount = np.exp(-rate * time)
    total = 0.0
    for k in range(left):
        total += discount * max(price[k] - strike, 0.0)
    mean = total / n
    square = (n - left) * mean * mean
    for k in range(left):
        square += (discount * max(price[k] - strike, 0.0) - mean) ** 2
    return mean, np.sqrt(square / (n - 1)) / np.sqrt(n), survivors

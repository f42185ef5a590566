import math

import numpy as np


def call(strike, v):
    """Of a share at one, v the square root of the total variance."""
    d = -math.log(strike) / v
    normal = lambda x: 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))
    return normal(d + 0.5 * v) - strike * normal(d - 0.5 * v)


def implied(price, strike, time, halvings=50):
    low, high = 1e-6, 4.0
    for _ in range(halvings):
        mid = 0.5 * (low + high)
        if call(strike, mid) < price:
            low = mid
        else:
            high = mid
    return 0.5 * (low + high) / math.sqrt(time)


def volterra(Z, alpha, dt):
    """Steps of the first motion and the rough process: the next cell exactly, those before it by their best points."""
    n = Z.shape[2]
    c, v = dt ** (alpha + 1.0) / (alpha + 1.0), dt ** (2.0 * alpha + 1.0) / (2.0 * alpha + 1.0)
    dW = np.sqrt(dt) * Z[0]
    near = c / np.sqrt(dt) * Z[0] + np.sqrt(v - c * c / dt) * Z[1]
    k = np.arange(2.0, n + 1)
    G = np.zeros(n + 1)
    G[2:] = (k ** (alpha + 1.0) - (k - 1.0) ** (alpha + 1.0)) / (alpha + 1.0) * dt ** alpha
    far = np.fft.irfft(np.fft.rfft(dW, 2 * n, axis=1) * np.fft.rfft(G, 2 * n), 2 * n, axis=1)
    Y = np.zeros((Z.shape[1], n + 1))
    Y[:, 1:] = np.sqrt(2.0 * alpha + 1.0) * (near + far[:, 1:n + 1])
    return dW, Y


def roughberg(Z, strikes, alpha=-0.42, eta=1.9, rho=-0.85, xi=0.04, time=0.75):
    n = Z.shape[2]
    dt = time / n
    dW, Y = volterra(Z, alpha, dt)
    t = np.arange(n + 1) * dt
    V = xi * np.exp(eta * Y - 0.5 * eta ** 2 * t ** (2.0 * alpha + 1.0))
    dB = rho * dW + np.sqrt((1.0 - rho ** 2) * dt) * Z[2]
    end = np.exp(np.sum(np.sqrt(V[:, :-1]) * dB - 0.5 * V[:, :-1] * dt, axis=1))
    end /= end.mean()
    price = np.mean(np.maximum(end[:, None] - strikes, 0.0), axis=0)
    return price, np.array([implied(p, s, time) for p, s in zip(price, strikes)]), V.mean(axis=0)

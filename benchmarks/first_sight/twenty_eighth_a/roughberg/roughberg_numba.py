import math

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def normal(x):
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))


@nb.njit(error_model="numpy")
def walk(Z, far, strikes, alpha, eta, rho, xi, time):
    paths, n = Z.shape[1], Z.shape[2]
    dt = time / n
    c, v = dt ** (alpha + 1.0) / (alpha + 1.0), dt ** (2.0 * alpha + 1.0) / (2.0 * alpha + 1.0)
    first, second = c / np.sqrt(dt), np.sqrt(v - c * c / dt)
    scale, across = eta * np.sqrt(2.0 * alpha + 1.0), np.sqrt((1.0 - rho ** 2) * dt)
    mean, end, price, vol = np.zeros(n + 1), np.empty(paths), np.zeros(strikes.size), np.empty(strikes.size)
    bend = np.empty(n + 1)
    for k in range(n + 1):
        bend[k] = 0.5 * eta ** 2 * (k * dt) ** (2.0 * alpha + 1.0)
    for p in range(paths):
        V, s = xi, 0.0
        mean[0] += V
        for k in range(n):
            s += np.sqrt(V) * (rho * np.sqrt(dt) * Z[0, p, k] + across * Z[2, p, k]) - 0.5 * V * dt
            V = xi * np.exp(scale * (first * Z[0, p, k] + second * Z[1, p, k] + far[p, k + 1]) - bend[k + 1])
            mean[k + 1] += V
        end[p] = np.exp(s)
    level = end.mean()
    for p in range(paths):
        for k in range(strikes.size):
            price[k] += max(end[p] / level - strikes[k], 0.0) / paths
    for k in range(strikes.size):
        low, high = 1e-6, 4.0
        for _ in range(50):
            mid = 0.5 * (low + high)
            d = -math.log(strikes[k]) / mid
            if normal(d + 0.5 * mid) - strikes[k] * normal(d - 0.5 * mid) < price[k]:
                low = mid
            else:
                high = mid
        vol[k] = 0.5 * (low + high) / math.sqrt(time)
    return price, vol, mean / paths


def roughberg(Z, strikes, alpha=-0.42, eta=1.9, rho=-0.85, xi=0.04, time=0.75):
    n = Z.shape[2]
    dt = time / n
    k = np.arange(2.0, n + 1)
    G = np.zeros(n + 1)
    G[2:] = (k ** (alpha + 1.0) - (k - 1.0) ** (alpha + 1.0)) / (alpha + 1.0) * dt ** alpha * np.sqrt(dt)
    far = np.fft.irfft(np.fft.rfft(Z[0], 2 * n, axis=1) * np.fft.rfft(G, 2 * n), 2 * n, axis=1)
    return walk(Z, far, strikes, alpha, eta, rho, xi, time)

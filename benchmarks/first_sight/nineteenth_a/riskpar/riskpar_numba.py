import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def allocate(returns, budget, window, every, tol):
    days, n = returns.shape
    count = (days - window) // every + 1
    weights, cycles = np.empty((count, n)), np.zeros(count, np.int64)
    decay = 0.98 ** np.arange(window - 1, -1, -1).astype(np.float64)
    decay /= np.sum(decay)
    w, force = np.empty(n), np.empty(n)
    for k in range(count):
        past = returns[window + k * every - window:window + k * every]
        centred = past - np.dot(decay, past)
        cov = np.dot((decay.reshape(-1, 1) * centred).T, centred)
        for i in range(n):
            w[i] = 1.0 / np.sqrt(cov[i, i])
        w /= np.sum(w)
        while True:
            force[:] = np.dot(cov, w)
            risk = np.sqrt(np.dot(w, force))
            for i in range(n):
                c = cov[i]
                rest = force[i] - c[i] * w[i]
                change = (-rest + np.sqrt(rest**2 + 4.0 * c[i] * budget[i] * risk)) / (2.0 * c[i]) - w[i]
                w[i] += change
                for j in range(n):
                    force[j] += c[j] * change
                risk = np.sqrt(np.dot(w, force))
            away = 0.0
            for i in range(n):
                away = max(away, abs(w[i] * force[i] / risk**2 - budget[i]))
            if not (away > tol and cycles[k] < 100):
                break
            cycles[k] += 1
        weights[k] = w / np.sum(w)
    turnover = np.zeros(count - 1)
    for k in range(count - 1):
        for i in range(n):
            turnover[k] += abs(weights[k + 1, i] - weights[k, i])
    return weights, cycles, turnover

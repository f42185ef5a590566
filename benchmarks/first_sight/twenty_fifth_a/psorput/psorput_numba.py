import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def psorput(spots, strike, rate, sigma, years, tol, steps, omega=1.2):
    n = spots.size - 1
    dt = years / steps
    low, mid, high = np.empty(n + 1), np.empty(n + 1), np.empty(n + 1)
    payoff = np.empty(n + 1)
    for i in range(n + 1):
        low[i] = 0.25 * dt * (sigma ** 2 * i * i - rate * i)
        mid[i] = -0.5 * dt * (sigma ** 2 * i * i + rate)
        high[i] = 0.25 * dt * (sigma ** 2 * i * i + rate * i)
        payoff[i] = max(strike - spots[i], 0.0)
    value, right = payoff.copy(), np.zeros(n + 1)
    frontier, sweeps = np.zeros(steps), np.zeros(steps, np.int64)
    for t in range(steps):
        for i in range(1, n):
            right[i] = low[i] * value[i - 1] + (1.0 + mid[i]) * value[i] + high[i] * value[i + 1]
        error = np.inf
        while error > tol:
            error = 0.0
            for i in range(1, n):
                relaxed = (right[i] + low[i] * value[i - 1] + high[i] * value[i + 1]) / (1.0 - mid[i])
                new = max(payoff[i], value[i] + omega * (relaxed - value[i]))
                error += (new - value[i]) ** 2
                value[i] = new
            sweeps[t] += 1
        last = 0.0
        for i in range(n):
            if payoff[i] > 0.0 and value[i] <= payoff[i] + 1e-12:
                last = spots[i]
        frontier[t] = last
    delta = np.empty(n + 1)
    step = spots[1] - spots[0]
    delta[0], delta[n] = (value[1] - value[0]) / step, (value[n] - value[n - 1]) / step
    for i in range(1, n):
        delta[i] = (value[i + 1] - value[i - 1]) / (2.0 * step)
    return value, delta, frontier, sweeps

import numpy as np


def coefficients(n, rate, sigma, dt):
    i = np.arange(n + 1)
    low = 0.25 * dt * (sigma ** 2 * i ** 2 - rate * i)
    mid = -0.5 * dt * (sigma ** 2 * i ** 2 + rate)
    high = 0.25 * dt * (sigma ** 2 * i ** 2 + rate * i)
    return low, mid, high


def psorput(spots, strike, rate, sigma, years, tol, steps, omega=1.2):
    """A put that may be used early: Crank and Nicolson in time, overrelaxed and held above the payoff."""
    n = spots.size - 1
    dt = years / steps
    low, mid, high = coefficients(n, rate, sigma, dt)
    payoff = np.maximum(strike - spots, 0.0)
    value = payoff.copy()
    frontier = np.zeros(steps)
    sweeps = np.zeros(steps, dtype=np.int64)
    right = np.zeros(n + 1)
    for t in range(steps):
        right[1:-1] = low[1:-1] * value[:-2] + (1.0 + mid[1:-1]) * value[1:-1] + high[1:-1] * value[2:]
        error = np.inf
        while error > tol:
            error = 0.0
            for i in range(1, n):
                relaxed = (right[i] + low[i] * value[i - 1] + high[i] * value[i + 1]) / (1.0 - mid[i])
                new = max(payoff[i], value[i] + omega * (relaxed - value[i]))
                error += (new - value[i]) ** 2
                value[i] = new
            sweeps[t] += 1
        used = value[:-1] <= payoff[:-1] + 1e-12
        frontier[t] = np.max(spots[:-1][used & (payoff[:-1] > 0.0)])
    delta = np.gradient(value, spots)
    return value, delta, frontier, sweeps

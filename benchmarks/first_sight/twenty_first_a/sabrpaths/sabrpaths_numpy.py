import numpy as np


def sabrpaths(z, strikes, start=0.03, alpha=0.035, beta=0.6, rho=-0.3, nu=0.5, end=2.0):
    steps, _, paths = z.shape
    dt = end / steps
    forward = np.full(paths, start)
    sigma = np.full(paths, alpha)
    alive = np.ones(paths, dtype=bool)
    for t in range(steps):
        dw = np.sqrt(dt) * z[t, 0]
        db = rho * dw + np.sqrt(1.0 - rho ** 2) * np.sqrt(dt) * z[t, 1]
        local = sigma * np.power(np.maximum(forward, 0.0), beta)
        step = local * db + 0.5 * beta * local * sigma * np.power(np.maximum(forward, 1e-12), beta - 1.0) * (db * db - dt)
        forward = np.where(alive, forward + step, 0.0)
        alive &= forward > 0.0
        sigma = sigma * np.exp(nu * dw - 0.5 * nu ** 2 * dt)
    forward[~alive] = 0.0
    price = np.empty(strikes.size)
    error = np.empty(strikes.size)
    for s in range(strikes.size):
        payoff = np.maximum(forward - strikes[s], 0.0)
        price[s] = np.mean(payoff)
        error[s] = np.std(payoff, ddof=1) / np.sqrt(paths)
    return price, error, np.count_nonzero(~alive)

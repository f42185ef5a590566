import numpy as np


def option(draws, spot, strike, rate, sigma, years):
    dates, paths = draws.shape
    dt = years / dates
    steps = (rate - 0.5 * sigma**2) * dt + sigma * np.sqrt(dt) * draws
    S = spot * np.exp(np.cumsum(steps, axis=0))
    discount = np.exp(-rate * dt)
    cash = np.maximum(strike - S[-1], 0.0)
    early = np.zeros(dates)
    for t in range(dates - 2, -1, -1):
        cash *= discount
        money = np.where(S[t] < strike)[0]
        x = S[t, money] / strike
        basis = np.stack((np.ones_like(x), x, x**2, x**3), axis=1)
        weights = np.linalg.solve(basis.T @ basis, basis.T @ cash[money])
        stay = basis @ weights
        now = strike - S[t, money]
        use = now > stay
        cash[money[use]] = now[use]
        early[t] = np.count_nonzero(use) / paths
    cash *= discount
    return np.mean(cash), np.std(cash) / np.sqrt(paths), early

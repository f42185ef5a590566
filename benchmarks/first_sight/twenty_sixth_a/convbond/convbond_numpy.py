import numpy as np


def roll_back(v, p, discount):
    return discount * (p * v[1:] + (1.0 - p) * v[:-1])


def convbond(spot, sigma, rate, spread, dividend, face, coupon, ratio, call, put, years, steps, every):
    """A bond that turns into shares, called and put, on a tree after Tsiveriotis and Fernandes: only what is debt bears the spread."""
    dt = years / steps
    u = np.exp(sigma * np.sqrt(dt))
    p = (np.exp((rate - dividend) * dt) - 1.0 / u) / (u - 1.0 / u)
    S = spot * u ** (2.0 * np.arange(steps + 1) - steps)
    shares = ratio * S > face + coupon
    equity = np.where(shares, ratio * S, 0.0)
    debt = np.where(shares, 0.0, face + coupon)
    frontier = np.zeros(steps)
    delta = 0.0
    for i in range(steps - 1, -1, -1):
        S = S[:-1] * u
        equity = roll_back(equity, p, np.exp(-rate * dt))
        debt = roll_back(debt, p, np.exp(-(rate + spread) * dt))
        if i > 0 and i % every == 0:
            debt += coupon
        held = equity + debt
        called = held > call
        given = held < put
        equity[called | given] = 0.0
        debt[called] = call
        debt[given] = put
        turned = ratio * S > equity + debt
        equity[turned] = ratio * S[turned]
        debt[turned] = 0.0
        where = np.flatnonzero(turned)
        if where.size:
            frontier[i] = S[where[0]]
        if i == 1:
            delta = (equity[1] + debt[1] - equity[0] - debt[0]) / (S[1] - S[0])
    return equity[0] + debt[0], debt[0], delta, frontier

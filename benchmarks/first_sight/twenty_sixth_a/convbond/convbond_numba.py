import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def convbond(spot, sigma, rate, spread, dividend, face, coupon, ratio, call, put, years, steps, every):
    dt = years / steps
    u = np.exp(sigma * np.sqrt(dt))
    p = (np.exp((rate - dividend) * dt) - 1.0 / u) / (u - 1.0 / u)
    free, risky = np.exp(-rate * dt), np.exp(-(rate + spread) * dt)
    S, equity, debt = np.empty(steps + 1), np.zeros(steps + 1), np.zeros(steps + 1)
    for j in range(steps + 1):
        S[j] = spot * u ** (2.0 * j - steps)
        if ratio * S[j] > face + coupon:
            equity[j] = ratio * S[j]
        else:
            debt[j] = face + coupon
    frontier = np.zeros(steps)
    delta = 0.0
    for i in range(steps - 1, -1, -1):
        paid = coupon if i > 0 and i % every == 0 else 0.0
        first = -1
        for j in range(i + 1):
            S[j] *= u
            e = free * (p * equity[j + 1] + (1.0 - p) * equity[j])
            d = risky * (p * debt[j + 1] + (1.0 - p) * debt[j]) + paid
            if e + d > call:
                e, d = 0.0, call
            elif e + d < put:
                e, d = 0.0, put
            if ratio * S[j] > e + d:
                e, d = ratio * S[j], 0.0
                if first < 0:
                    first = j
            equity[j], debt[j] = e, d
        if first >= 0:
            frontier[i] = S[first]
        if i == 1:
            delta = (equity[1] + debt[1] - equity[0] - debt[0]) / (S[1] - S[0])
    return equity[0] + debt[0], debt[0], delta, frontier

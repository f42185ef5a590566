import numba as nb
import numpy as np


@nb.njit
def american_put(spot, strikes_, vols, steps, rate=0.04, maturity=0.75):
    dt = maturity / steps
    price, delta = np.zeros_like(strikes_), np.zeros_like(strikes_)
    disc = np.exp(-rate * dt)
    nodes = np.empty(2 * steps + 1)
    value = np.empty(2 * steps + 1)
    for q in range(len(strikes_)):
        strike = strikes_[q]
        vol = vols[q]
        up = np.exp(vol * np.sqrt(2.0 * dt))
        a, b = np.exp(0.5 * rate * dt), np.exp(vol * np.sqrt(0.5 * dt))
        pu = ((a - 1.0 / b) / (b - 1.0 / b)) ** 2
        pd = ((b - a) / (b - 1.0 / b)) ** 2
        pm = 1.0 - pu - pd
        for j in range(2 * steps + 1):
            nodes[j] = spot * up ** (j - steps)
            value[j] = max(strike - nodes[j], 0.0)
        for i in range(steps - 1, -1, -1):
            for j in range(2 * i + 1):
                c = disc * (pd * value[j] + pm * value[j + 1] + pu * value[j + 2])
                value[j] = max(c, strike - nodes[steps - i + j])
            if i == 1:
                delta[q] = (value[2] - value[0]) / (nodes[steps + 1] - nodes[steps - 1])
        price[q] = value[0]
    return price, delta

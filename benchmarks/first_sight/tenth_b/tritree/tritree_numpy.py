import numpy as np


def american_put(spot, strikes_, vols, steps, rate=0.04, maturity=0.75):
    """American puts on a trinomial tree, each with a volatility of its own: prices and deltas."""
    dt = maturity / steps
    price, delta = np.zeros_like(strikes_), np.zeros_like(strikes_)
    discount = np.exp(-rate * dt)
    for q, (strike, vol) in enumerate(zip(strikes_, vols)):
        up = np.exp(vol * np.sqrt(2.0 * dt))
        a, b = np.exp(0.5 * rate * dt), np.exp(vol * np.sqrt(0.5 * dt))
        pu = ((a - 1.0 / b) / (b - 1.0 / b)) ** 2
        pd = ((b - a) / (b - 1.0 / b)) ** 2
        pm = 1.0 - pu - pd
        nodes = spot * up ** np.arange(-steps, steps + 1.0)
        value = np.maximum(strike - nodes, 0.0)
        for i in range(steps - 1, -1, -1):
            inner = nodes[steps - i: steps + i + 1]
            value = discount * (pd * value[:-2] + pm * value[1:-1] + pu * value[2:])
            value = np.maximum(value, strike - inner)
            if i == 1:
                delta[q] = (value[2] - value[0]) / (inner[2] - inner[0])
        price[q] = value[0]
    return price, delta

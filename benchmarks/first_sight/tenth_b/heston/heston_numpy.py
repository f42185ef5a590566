import numpy as np

RATE = 0.03
KAPPA, THETA, XI, RHO = 1.8, 0.05, 0.4, -0.6


def barrier_call(z, w, s0, v0, strike=98.0, barrier=75.0, maturity=1.0):
    """A down-and-out Asian call under Heston's model, full truncation, antithetic paths."""
    steps, paths = z.shape
    dt = maturity / steps
    total = []
    for sign in (1.0, -1.0):
        logs = np.full(paths, np.log(s0))
        v = np.full(paths, v0)
        alive = np.ones(paths, dtype=bool)
        mean = np.zeros(paths)
        for z1, z2 in zip(sign * z, sign * w):
            vp = np.maximum(v, 0.0)
            root = np.sqrt(vp * dt)
            logs += (RATE - 0.5 * vp) * dt + root * z1
            v += KAPPA * (THETA - vp) * dt + XI * root * (RHO * z1 + np.sqrt(1.0 - RHO**2) * z2)
            spot = np.exp(logs)
            alive &= spot > barrier
            mean += spot / steps
        pay = np.maximum(mean - strike, 0.0)
        pay[~alive] = 0.0
        total.append(np.exp(-RATE * maturity) * pay)
    pay = 0.5 * (total[0] + total[1])
    price = pay.mean()
    return price, np.sqrt(np.sum((pay - price) ** 2) / (paths - 1) / paths)

import numba as nb
import numpy as np

RATE = 0.03
KAPPA, THETA, XI, RHO = 1.8, 0.05, 0.4, -0.6


@nb.njit
def barrier_call(z, w, s0, v0, strike=98.0, barrier=75.0, maturity=1.0):
    steps, paths = z.shape
    dt = maturity / steps
    pays = np.zeros(paths)
    side = np.sqrt(1.0 - RHO**2)
    disc = np.exp(-RATE * maturity)
    logs = np.empty(paths)
    v = np.empty(paths)
    mean = np.empty(paths)
    low = np.empty(paths)
    for half in range(2):
        sign = 1.0 if half == 0 else -1.0
        logs[:] = np.log(s0)
        v[:] = v0
        mean[:] = 0.0
        low[:] = np.inf
        for t in range(steps):
            for p in range(paths):
                vp = max(v[p], 0.0)
                root = np.sqrt(vp * dt)
                z1 = sign * z[t, p]
                z2 = sign * w[t, p]
                logs[p] += (RATE - 0.5 * vp) * dt + root * z1
                v[p] += KAPPA * (THETA - vp) * dt + XI * root * (RHO * z1 + side * z2)
                spot = np.exp(logs[p])
                low[p] = min(low[p], spot)
                mean[p] += spot / steps
        for p in range(paths):
            if low[p] > barrier:
                pays[p] += 0.5 * disc * max(mean[p] - strike, 0.0)
    price = pays.mean()
    s = 0.0
    for p in range(paths):
        s += (pays[p] - price) ** 2
    return price, np.sqrt(s / (paths - 1) / paths)

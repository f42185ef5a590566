import numba as nb
import numpy as np


@nb.njit
def price(normals, corr, spot, vol, strike=100.0, rate=0.02, maturity=1.0):
    steps, paths, assets = normals.shape
    dt = maturity / steps
    factor = np.linalg.cholesky(corr)
    root = np.sqrt(dt)
    drift = (rate - 0.5 * vol**2) * dt
    logs = np.empty(assets)
    discount = np.exp(-rate * maturity)
    pay, control = np.empty(paths), np.empty(paths)
    start = np.log(spot)
    for p in range(paths):
        logs[:] = start
        arithmetic, geometric = 0.0, 0.0
        for t in range(steps):
            for a in range(assets):
                s = 0.0
                for b in range(a + 1):
                    s += factor[a, b] * normals[t, p, b]
                logs[a] += drift[a] + vol[a] * root * s
                arithmetic += np.exp(logs[a])
                geometric += logs[a]
        pay[p] = discount * max(arithmetic / assets / steps - strike, 0.0)
        control[p] = discount * max(np.exp(geometric / assets / steps) - strike, 0.0)
    mp, mc = pay.mean(), control.mean()
    cross, own = 0.0, 0.0
    for p in range(paths):
        cross += (pay[p] - mp) * (control[p] - mc)
        own += (control[p] - mc) ** 2
    ratio = cross / own
    rest = 0.0
    for p in range(paths):
        rest += (pay[p] - mp - ratio * (control[p] - mc)) ** 2
    return mp, ratio, np.sqrt(rest / (paths - 1)) / np.sqrt(paths)

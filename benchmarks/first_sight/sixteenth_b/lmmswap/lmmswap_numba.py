import numba as nb
import numpy as np

LANES = 64


@nb.njit
def swaption(forward, vol, load, z, strike, delta=0.5):
    """Paths in groups that stay in the first cache; drifts are summed up as rates go by."""
    steps, factors, paths = z.shape
    n = forward.size
    left = n - steps
    total, square = np.zeros(left), np.zeros(left)
    payoff = np.empty(paths)
    alive = np.empty((left, paths))
    L = np.empty((n, LANES))
    part = np.empty((factors, LANES))
    weight, shock, drift = np.empty(LANES), np.empty(LANES), np.empty(LANES)
    numeraire, discount, annuity = np.empty(LANES), np.empty(LANES), np.empty(LANES)
    root = np.sqrt(delta)
    for first in range(0, paths, LANES):
        here = min(LANES, paths - first)
        for i in range(n):
            L[i] = forward[i]
        numeraire[:] = 1.0
        for t in range(steps):
            for p in range(here):
                numeraire[p] *= 1.0 + delta * L[t, p]
            part[:] = 0.0
            for i in range(t + 1, n):
                for p in range(here):
                    weight[p] = vol[i] * (delta * L[i, p] / (1.0 + delta * L[i, p]))
                    shock[p] = 0.0
                    drift[p] = 0.0
                for f in range(factors):
                    g = load[i, f]
                    for p in range(here):
                        part[f, p] += g * weight[p]
                        drift[p] += g * part[f, p]
                        shock[p] += g * z[t, f, first + p]
                v = vol[i]
                for p in range(here):
                    L[i, p] *= np.exp((v * drift[p] - 0.5 * v * v) * delta + v * root * shock[p])
        discount[:] = 1.0
        annuity[:] = 0.0
        for i in range(steps, n):
            for p in range(here):
                discount[p] /= 1.0 + delta * L[i, p]
                annuity[p] += delta * discount[p]
                alive[i - steps, first + p] = L[i, p]
                total[i - steps] += L[i, p]
        for p in range(here):
            payoff[first + p] = max(1.0 - discount[p] - strike * annuity[p], 0.0) / numeraire[p]
    mean = payoff.mean()
    error = np.sqrt(np.sum((payoff - mean) ** 2) / (paths - 1)) / np.sqrt(paths)
    total /= paths
    for i in range(left):
        for p in range(paths):
            square[i] += (alive[i, p] - total[i]) ** 2
    return mean, error, total, np.sqrt(square / paths)

import math

import numba as nb
import numpy as np


@nb.njit
def phi(x):
    t = 1.0 / (1.0 + 0.2316419 * abs(x))
    tail = math.exp(-0.5 * x * x) / math.sqrt(2.0 * math.pi)
    tail = tail * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    return 1.0 - tail if x > 0.0 else tail


@nb.njit
def quantile(p):
    x = -1.0
    for _ in range(12):
        x -= min(max((phi(x) - p) * math.sqrt(2.0 * math.pi) * math.exp(0.5 * x * x), -0.7), 0.7)
    return x


@nb.njit
def tranche_losses(hazard, loading, units, z, weights, dates, tranches, recovery=0.4, rate=0.02):
    """A node after the other, so that one distribution stays in the cache, and only as far as losses can have come."""
    names, count, many = units.size, units.sum() + 1, tranches.shape[0]
    losses, mixed, threshold = np.empty(count), np.empty(count), np.empty(names)
    expected = np.zeros((dates.size + 1, many))
    for d in range(dates.size):
        for k in range(names):
            threshold[k] = quantile(1.0 - math.exp(-hazard[k] * dates[d]))
        mixed[:] = 0.0
        for q in range(z.size):
            losses[:] = 0.0
            losses[0] = 1.0
            reach = 0
            for k in range(names):
                u = units[k]
                p = phi((threshold[k] - loading[k] * z[q]) / math.sqrt(1.0 - loading[k] * loading[k]))
                for s in range(reach + u, u - 1, -1):
                    losses[s] = losses[s] * (1.0 - p) + p * losses[s - u]
                for s in range(u):
                    losses[s] *= 1.0 - p
                reach += u
            for s in range(count):
                mixed[s] += weights[q] * losses[s]
        for a in range(many):
            low, high = tranches[a, 0], tranches[a, 1]
            total = 0.0
            for s in range(count):
                loss = (1.0 - recovery) * s / (count - 1)
                total += (min(max(loss, low), high) - low) / (high - low) * mixed[s]
            expected[d + 1, a] = total
    spread = np.empty(many)
    for a in range(many):
        paid, annuity, before = 0.0, 0.0, 0.0
        for d in range(dates.size):
            discount = math.exp(-rate * dates[d])
            paid += discount * (expected[d + 1, a] - expected[d, a])
            annuity += discount * (dates[d] - before) * (1.0 - 0.5 * (expected[d + 1, a] + expected[d, a]))
            before = dates[d]
        spread[a] = paid / annuity
    return expected, spread

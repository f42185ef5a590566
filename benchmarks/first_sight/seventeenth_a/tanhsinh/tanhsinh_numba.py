import math

import numba as nb
import numpy as np


@nb.njit
def add_samples(total, power, decay, start, count, h):
    n = power.size
    for k in range(count):
        t = (start + k) * h
        s = 0.5 * np.pi * math.sinh(t)
        cosine = math.cosh(s)
        rest = 1.0 / (cosine * cosine)
        x, weight, log_rest = math.tanh(s), 0.5 * np.pi * math.cosh(t) * rest, math.log(rest)
        for i in range(n):
            total[i] += weight * math.exp(power[i] * log_rest - decay[i] * x)


@nb.njit
def integrate(power, decay, tol, reach, finest):
    """One exponential for a power and an exponential."""
    n = power.size
    h = 1.0
    total = np.zeros(n)
    add_samples(total, power, decay, -float(reach), 2 * reach + 1, h)
    values = h * total
    error, level = np.inf, 0
    for level in range(1, finest):
        half = reach * 2 ** (level - 1)
        add_samples(total, power, decay, 0.5 - half, 2 * half, h)
        h *= 0.5
        error = 0.0
        for i in range(n):
            now = h * total[i]
            error = max(error, abs(now - values[i]) / (1.0 + abs(values[i])))
            values[i] = now
        if error < tol:
            break
    return values, error < tol, level

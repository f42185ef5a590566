import numba as nb
import numpy as np


@nb.njit
def propensities(x, rates, a):
    a[0] = rates[0] / (1.0 + 0.02 * x[2])
    a[1] = rates[1] * x[0]
    a[2] = rates[2] * x[0] * (x[0] - 1)
    a[3] = rates[3] * x[1]
    a[4] = rates[4] * x[2]


@nb.njit
def react(x, rates, change, r1, r2):
    x = x.copy()
    kinds = rates.shape[0]
    a = np.zeros(kinds)
    counts = np.zeros(kinds, dtype=np.int64)
    samples = np.zeros((r1.shape[0], x.shape[0]), dtype=np.int64)
    time = 0.0
    for e in range(r1.shape[0]):
        propensities(x, rates, a)
        total = np.sum(a)
        time -= np.log(1.0 - r1[e]) / total
        threshold = r2[e] * total
        k = 0
        running = a[0]
        while running < threshold and k < kinds - 1:
            k += 1
            running += a[k]
        x += change[k]
        counts[k] += 1
        samples[e] = x
    return counts, samples, time

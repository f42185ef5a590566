import numpy as np

SPEED = 2.99792458e10


def harmonic(rho, modes):
    """Each state of the others once more at every multiple of the mode, in place."""
    n = rho.size
    for w in modes:
        for start in range(w, n, w):
            stop = min(start + w, n)
            rho[start:stop] += rho[start - w:stop - w]


def softened(rho, w, soft):
    """A stretch whose levels come closer until they meet, after Stein and Rabinovitch."""
    n = rho.size
    out = rho.copy()
    level, v = 0, 1
    while True:
        after = w * v - soft * v * v
        if after <= level or after >= n:
            break
        out[after:] += rho[:n - after]
        level = after
        v += 1
    return out


def beyerswin(modes, stretch, soft, saddle, threshold, kt, bins):
    rho = np.zeros(bins)
    rho[0] = 1.0
    harmonic(rho, modes)
    for w, x in zip(stretch, soft):
        rho = softened(rho, w, x)
    over = np.zeros(bins - threshold)
    over[0] = 1.0
    harmonic(over, saddle)
    rate = np.zeros(bins)
    rate[threshold:] = SPEED * np.cumsum(over) / np.maximum(rho[threshold:], 1.0)
    weight = rho * np.exp(-np.arange(bins) / kt[:, None])
    return rho, rate, weight @ rate / weight.sum(axis=1)

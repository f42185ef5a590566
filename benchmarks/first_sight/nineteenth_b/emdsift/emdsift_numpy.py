import numpy as np


def turning(h):
    """Places of the highest and of the lowest points between their neighbours, the ends among both."""
    slope = np.diff(h)
    top = np.nonzero((slope[:-1] > 0.0) & (slope[1:] <= 0.0))[0] + 1
    bottom = np.nonzero((slope[:-1] < 0.0) & (slope[1:] >= 0.0))[0] + 1
    return top, bottom


def decompose(x, modes):
    """Intrinsic modes of a signal: what is left of it when the mean of its envelopes is taken away until that is small."""
    n = len(x)
    t = np.arange(n)
    rest = x.copy()
    found = np.zeros((modes, n))
    for m in range(modes):
        h = rest.copy()
        for _ in range(40):
            top, bottom = turning(h)
            if len(top) < 3 or len(bottom) < 3:
                break
            upper = np.interp(t, top, h[top])
            lower = np.interp(t, bottom, h[bottom])
            mean = 0.5 * (upper + lower)
            h -= mean
            if np.sum(mean**2) < 2e-3 * np.sum(h**2):
                break
        found[m] = h
        rest = rest - h
    return found, rest

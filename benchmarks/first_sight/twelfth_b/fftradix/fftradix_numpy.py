import numpy as np


def stage(y, F, R, m, s):
    """From y[j, p, q] (j: part, p: place in it, q: transforms done) to the same with R times as many transforms."""
    parts = np.reshape(y, (R, m * s))
    mixed = np.reshape(F @ parts, (R, m, s))
    twiddle = np.exp(-2.0j * np.pi * np.outer(np.arange(R), np.arange(m)) / (R * m))
    mixed = mixed * twiddle[:, :, np.newaxis]
    return np.reshape(np.transpose(mixed, (1, 0, 2)), (R * m * s,))


def transform(x, R, K):
    N = R**K
    i, j = np.mgrid[0:R, 0:R]
    F = np.exp(-2.0j * np.pi * i * j / R)
    y = x.copy()
    for k in range(K):
        y = stage(y, F, R, N // R ** (k + 1), R**k)
    return y, np.sum(np.abs(y) ** 2) / N

import numpy as np


def yulewalk(r):
    """r: autocovariances, a series in each row; returns coefficients and the variance of what is not explained."""
    m, n = r.shape
    phi = np.zeros((m, n - 1))
    err = np.zeros(m)
    for s in range(m):
        a = np.zeros(n - 1)
        e = r[s, 0]
        for k in range(n - 1):
            kappa = (r[s, k + 1] - np.sum(a[:k] * r[s, k:0:-1])) / e
            a[:k] = a[:k] - kappa * a[:k][::-1]
            a[k] = kappa
            e = e * (1.0 - kappa ** 2)
        phi[s] = a
        err[s] = e
    return phi, err

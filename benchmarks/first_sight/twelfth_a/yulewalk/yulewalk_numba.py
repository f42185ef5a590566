import numba as nb
import numpy as np


@nb.njit
def yulewalk(r):
    m, n = r.shape
    phi = np.zeros((m, n - 1))
    err = np.zeros(m)
    old = np.empty(n - 1)
    for s in range(m):
        a = phi[s]
        e = r[s, 0]
        for k in range(n - 1):
            t = 0.0
            for j in range(k):
                t += a[j] * r[s, k - j]
                old[j] = a[j]
            kappa = (r[s, k + 1] - t) / e
            for j in range(k):
                a[j] = old[j] - kappa * old[k - 1 - j]
            a[k] = kappa
            e *= 1.0 - kappa ** 2
        err[s] = e
    return phi, err

import numba as nb
import numpy as np


@nb.njit(fastmath=True)
def toeplitz(r, b):
    n = b.shape[0]
    y = np.zeros(n)
    x = np.zeros(n)
    z = np.zeros(n)
    y[0] = -r[0]
    x[0] = b[0]
    alpha, beta = -r[0], 1.0
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        s = b[k]
        t = r[k]
        for i in range(k):
            s -= r[k - 1 - i] * x[i]
            t += r[k - 1 - i] * y[i]
        mu = s / beta
        for i in range(k):
            x[i] += mu * y[k - 1 - i]
        x[k] = mu
        if k < n - 1:
            alpha = -t / beta
            for i in range(k):
                z[i] = y[i] + alpha * y[k - 1 - i]
            for i in range(k):
                y[i] = z[i]
            y[k] = alpha
    return x

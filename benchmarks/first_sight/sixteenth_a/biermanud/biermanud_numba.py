import numba as nb
import numpy as np


@nb.njit
def bierman(x, U, D, H, z, noise):
    n = x.shape[0]
    f, g, gain = np.empty(n), np.empty(n), np.empty(n)
    for step in range(z.shape[0]):
        h = H[step]
        expected = 0.0
        for j in range(n - 1, -1, -1):
            expected += h[j] * x[j]
            f[j] = h[j]
        for i in range(n):
            hi = h[i]
            for j in range(i + 1, n):
                f[j] += U[i, j] * hi
        for j in range(n):
            g[j] = D[j] * f[j]
        alpha = noise[step] + f[0] * g[0]
        D[0] *= noise[step] / alpha
        gain[0] = g[0]
        for j in range(1, n):
            beta = alpha
            alpha = beta + f[j] * g[j]
            lam = -f[j] / beta
            D[j] *= beta / alpha
            gain[j] = g[j]
            for i in range(j):
                old = U[i, j]
                U[i, j] = old + lam * gain[i]
                gain[i] += g[j] * old
        innovation = (z[step] - expected) / alpha
        for j in range(n):
            x[j] += gain[j] * innovation

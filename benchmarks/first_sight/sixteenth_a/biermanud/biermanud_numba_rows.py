import numba as nb
import numpy as np


@nb.njit
def bierman(x, U, D, H, z, noise):
    """The factor held transposed, so that its columns are rows."""
    n = x.shape[0]
    V = U.T.copy()
    gain = np.empty(n)
    for step in range(z.shape[0]):
        h = H[step]
        expected = 0.0
        for j in range(n - 1, -1, -1):
            expected += h[j] * x[j]
        alpha = noise[step]
        for j in range(n):
            row = V[j]
            f = h[j]
            for i in range(j):
                f += row[i] * h[i]
            gj = D[j] * f
            beta = alpha
            alpha = beta + f * gj
            lam = -f / beta
            D[j] *= beta / alpha
            for i in range(j):
                old = row[i]
                row[i] = old + lam * gain[i]
                gain[i] += gj * old
            gain[j] = gj
        innovation = (z[step] - expected) / alpha
        for j in range(n):
            x[j] += gain[j] * innovation
    for i in range(n):
        for j in range(i + 1, n):
            U[i, j] = V[j, i]

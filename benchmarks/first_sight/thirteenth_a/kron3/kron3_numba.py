import numba as nb
import numpy as np


@nb.njit
def kronpower(A, B, C, x, steps):
    p, q, r = x.shape
    norms = np.zeros(steps)
    CT = C.T.copy()
    z = np.empty((p, q, r))
    for step in range(steps):
        y = np.dot(A, x.reshape(p, q * r)).reshape(p, q, r)
        for a in range(p):
            z[a] = np.dot(B, y[a])
        w = np.dot(z.reshape(p * q, r), CT).reshape(p, q, r)
        total = 0.0
        for a in range(p):
            for b in range(q):
                for c in range(r):
                    total += w[a, b, c] * w[a, b, c]
        norms[step] = np.sqrt(total)
        for a in range(p):
            for b in range(q):
                for c in range(r):
                    x[a, b, c] = w[a, b, c] / norms[step]
    return norms

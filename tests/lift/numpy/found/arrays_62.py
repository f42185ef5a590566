"""Random program 62. FAILS adjoint: -0.308043411077079 is not -1.1305843096443002"""

import numpy as np

SHIFT = 0.125

def smooth(u, t):
    u[1:-1] = 0.5 * u[1:-1] + 0.25 * (u[2:] + u[:-2])
    u[0] = t
    return u

def sweep(M, t, steps=2):
    for s in range(steps):
        M[1:, :] += 0.1 * M[:-1, :]
        M[:, -1] = t
    return M.sum(axis=0)

def relu(v, low=0.5):
    return np.maximum(v, low) - SHIFT

def split(v):
    h = len(v) // 2
    return (v[:h], v[h:])

def first_large(v, t):
    for p in range(len(v)):
        if v[p] > t:
            return p
    return 0

def f(a, b, A, B, i, x, y, k, T):
    n, m = A.shape
    w = a.copy()
    for p in range(1, m):
        b[p % n] = min(x, a[0])
        b[i] = smooth(b, y)
    s = np.where(b > x)[0]
    y = y * 0.5 + 0.1 * len(s)
    a[i] = A.mean(axis=1)
    for p in range(len(w)):
        y = y * 0.5 + 0.25
        B[a > y] *= 0.5
    A += a[:, None]
    A *= 0.5
    return (a, b, A, B, i, x, y, k, w)

"""Random program 6157. FAILS lifting: VerifyError: random__d_c_.py:_:_: error: __ = index(): attribute value mentions the s"""

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
    w = a.copy()
    if x > y:
        s = np.where(b > y)[0]
    else:
        s = np.where(b > y)[0]
        y = y * 0.5 + 0.1 * len(s)
    return (a, b, A, B, i, x, y, k, w)

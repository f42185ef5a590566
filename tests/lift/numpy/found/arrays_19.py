"""Random program 19. FAILS adjoint: -3.343561760592387 is not -3.4511995297137332"""

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
    b[i] = a / (1.0 + a ** 2)
    return (a, b, A, B, i, x, y, k, w)

"""Random program of arrays 1001109. FAILS running: KeyError: '__'"""

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
        for q in range(n - 1):
            for r in range(T):
                A, B = (B, A)
                a, b = (b, a)
                if y > a[0]:
                    break
                b[:] = B.max(axis=1) * 0.5
            w = w[w > 0.3]
    return (a, b, A, B, i, x, y, k, w)

"""Random program 48. FAILS adjoint: 5.420675046104917 is not 5.772874052123456"""

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
    w = w[1:]
    i = (i + 1) % n
    A = B - B.mean(axis=0)
    v = B.T
    v[0] = a * 0.5
    b[i] = B.max(axis=1) * 0.5
    for r in B:
        x = x * 0.5 + 0.1 * r.mean()
    B[y < B] = y
    return (a, b, A, B, i, x, y, k, w)

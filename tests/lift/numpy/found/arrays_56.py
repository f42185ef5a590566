"""Random program 56. FAILS adjoint: -0.8319542895403952 is not -0.8596131628735293"""

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
    v = A[::2]
    v += x
    v *= 0.5
    p, q = split(b)
    p[:] = y
    x = q.sum() * 0.1
    B[a > x] *= 0.5
    b[i] = np.roll(a, 1)
    b[b > y] = b[b > y] * 0.5
    v = A.T
    v[0] = b * 0.5
    return (a, b, A, B, i, x, y, k, w)

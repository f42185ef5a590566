"""Random program 64. FAILS adjoint: -1.1558123662289208 is not -0.9880449658439261"""

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
    c1 = 0
    while c1 < T and a[0] < 2.0:
        c1 += 1
        A[-1, 1] += y
        p, q = split(a)
        p[:] = y
        x = q.sum() * 0.1
        for p in range(n - 2, -1, -1):
            i[k % n] = 0
            a = a
    w = w[w > 0.3]
    b[i] = smooth(b, x)
    A[1:-1, 1:-1] = 0.25 * (A[2:, 1:-1] + A[:-2, 1:-1] + A[1:-1, 2:] + A[1:-1, :-2])
    w = w[1:]
    w = w[1:]
    return (a, b, A, B, i, x, y, k, w)

"""Random program of arrays 519841. FAILS running: VerifyError: random__e_a_f.py:_:_: error: __ = index(): attribute value mentions the """

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
    while c1 < T and len(w) > 1:
        c1 += 1
        if x > y:
            k = int(i[0])
            if a[0] > b[-1]:
                w = a[a > y]
            for p in range(1, m):
                A[:, 0] = b / (1.0 + b ** 2)
                k = k + 1
                w = w[w > 0.3]
        else:
            w = w[w > 0.3]
            k = k + 1
            if len(w) > 2:
                B[1:] = B[:-1]
                a[-1] = A[-1, 0]
    return (a, b, A, B, i, x, y, k, w)

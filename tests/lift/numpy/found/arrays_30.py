"""Random program 30. FAILS adjoint: -0.04916339598435374 is not 0.4541537474977986"""

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
    c = sweep(B, y)
    A[0] = 0.1 * c
    s = np.where(b > y)[0]
    b[s] = 0.5 * y
    y = y * 0.5 + 0.1 * len(s)
    x = y * 0.5 + 0.25
    if A.sum() > B.sum():
        b[i] = 0.2 * B @ B[0]
    else:
        a[i] = A.mean(axis=1)
    B[:, -1] = a
    B = A.T.copy().T
    return (a, b, A, B, i, x, y, k, w)

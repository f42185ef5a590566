"""Random program 363. FAILS running: KeyError: a loop whose count is computed again, whose carries are on the tape"""

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
        A[x < A] = x
        for p in range(k % 4):
            for q in range(n - 2, -1, -1):
                v = B[::2]
                v += x
                v *= 0.5
                if x > 1.1:
                    continue
                b[i] = A.max(axis=1) * 0.5
                k = int(i[0])
            if len(w) > 2:
                w = w * 0.9 + 0.05
                np.add.at(b, i, 0.1)
        for p in range(n - 1):
            c2 = 0
            while c2 < T and a[0] < 2.0:
                c2 += 1
                w = b[b > y]
                w = w * 0.9 + 0.05
    return (a, b, A, B, i, x, y, k, w)

import numpy as np


def update(T, slow, h, i, j):
    n, m = T.shape
    a = min(T[max(i - 1, 0), j], T[min(i + 1, n - 1), j])
    b = min(T[i, max(j - 1, 0)], T[i, min(j + 1, m - 1)])
    f = slow[i, j] * h
    if abs(a - b) >= f:
        t = min(a, b) + f
    else:
        t = 0.5 * (a + b + np.sqrt(2.0 * f * f - (a - b) ** 2))
    return min(t, T[i, j])


def arrive(T, slow, h, tol=1e-9):
    n, m = T.shape
    change = 1.0
    while change > tol:
        change = 0.0
        for direction in range(4):
            rows = range(n) if direction < 2 else range(n - 1, -1, -1)
            cols = range(m) if direction % 2 == 0 else range(m - 1, -1, -1)
            for i in rows:
                for j in cols:
                    t = update(T, slow, h, i, j)
                    change = max(change, T[i, j] - t)
                    T[i, j] = t

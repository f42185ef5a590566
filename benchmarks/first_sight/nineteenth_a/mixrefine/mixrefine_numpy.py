import numpy as np


def factorise(a):
    """L and U in the place of a; the order of the rows that pivots ask for."""
    n = a.shape[0]
    order = np.arange(n)
    for k in range(n - 1):
        p = k + np.argmax(np.abs(a[k:, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
            order[[k, p]] = order[[p, k]]
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return order


def substitute(lu, b):
    x = b.copy()
    n = len(x)
    for i in range(1, n):
        x[i] -= lu[i, :i] @ x[:i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - lu[i, i + 1:] @ x[i + 1:]) / lu[i, i]
    return x


def solve(A, b, tol):
    lu = A.astype(np.float32)
    order = factorise(lu)
    x = np.zeros_like(b)
    r = b.copy()
    size = np.max(np.abs(b))
    turns = 0
    while np.max(np.abs(r)) > tol * size and turns < 30:
        x += substitute(lu, r[order].astype(np.float32))
        r = b - A @ x
        turns += 1
    return x, turns

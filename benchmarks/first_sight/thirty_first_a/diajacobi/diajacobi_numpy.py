import numpy as np


def matvec(offsets, data, x):
    """Row i of diagonal d holds what belongs to column i + d."""
    n = x.size
    y = np.zeros_like(x)
    for d, row in zip(offsets, data):
        low, high = max(0, -d), min(n, n - d)
        y[low:high] += row[low:high] * x[low + d:high + d]
    return y


def diajacobi(offsets, data, b, x, damp=0.9, tol=1e-6, most=400):
    main = data[np.flatnonzero(offsets == 0)[0]]
    rest = np.linalg.norm(b - matvec(offsets, data, x))
    goal = tol * np.linalg.norm(b)
    steps = 0
    while rest > goal and steps < most:
        r = b - matvec(offsets, data, x)
        x += damp * r / main
        rest = np.sqrt(np.dot(r, r))
        steps += 1
    return steps, rest

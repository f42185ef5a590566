import numpy as np


def minmod(a, b):
    return np.where(a * b > 0.0, np.sign(a) * np.minimum(np.abs(a), np.abs(b)), 0.0)


def flux(left, right):
    """Of Engquist and Osher."""
    return 0.5 * (np.maximum(left, 0.0) ** 2 + np.minimum(right, 0.0) ** 2)


def muscl(u, T, cfl=0.3):
    """Advance u in place (two cells of padding at each end, periodic) and return its total after each step."""
    total = np.zeros(T)
    for t in range(T):
        u[:2] = u[-4:-2]
        u[-2:] = u[2:4]
        d = u[1:] - u[:-1]
        slope = minmod(d[:-1], d[1:])
        left = u[1:-2] + 0.5 * slope[:-1]
        right = u[2:-1] - 0.5 * slope[1:]
        f = flux(left, right)
        u[2:-2] -= cfl / np.max(np.abs(u)) * (f[1:] - f[:-1])
        total[t] = u[2:-2].sum()
    return total

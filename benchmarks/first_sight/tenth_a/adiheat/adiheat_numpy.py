import numpy as np


def explicit_part(u, r):
    """Half a step across the second axis."""
    b = u.copy()
    b[:, 1:-1] = r * u[:, :-2] + (1.0 - 2.0 * r) * u[:, 1:-1] + r * u[:, 2:]
    return b


def implicit_part(b, r, gamma):
    """Solve (1 + 2 r) x_i - r (x_{i-1} + x_{i+1}) = b_i for the inner rows of b, in place; the outer rows hold boundary values."""
    n = b.shape[0]
    gamma[0] = 0.0
    for i in range(1, n - 1):
        den = 1.0 + 2.0 * r - r * gamma[i - 1]
        gamma[i] = r / den
        b[i] = (b[i] + r * b[i - 1]) / den
    for i in range(n - 2, 0, -1):
        b[i] += gamma[i] * b[i + 1]


def adiheat(u, T, r=0.7):
    gamma = np.zeros(u.shape[0])
    for t in range(T):
        b = explicit_part(u, r)
        implicit_part(b, r, gamma)
        c = explicit_part(b.T, r)
        implicit_part(c, r, gamma)
        u[:] = c.T

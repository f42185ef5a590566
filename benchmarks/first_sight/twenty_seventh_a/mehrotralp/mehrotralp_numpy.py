import numpy as np


def longest(v, dv):
    """How far a step may go until the first entry is nothing."""
    ratio = np.where(dv < 0.0, -v / np.where(dv < 0.0, dv, 1.0), 1.0)
    return min(1.0, np.min(ratio))


def start(A, b, c):
    """Least squares, moved until all is positive."""
    M = A @ A.T
    x = A.T @ np.linalg.solve(M, b)
    y = np.linalg.solve(M, A @ c)
    s = c - A.T @ y
    x = x + max(-1.5 * x.min(), 0.0)
    s = s + max(-1.5 * s.min(), 0.0)
    xs = x @ s
    return x + 0.5 * xs / s.sum(), y, s + 0.5 * xs / x.sum()


def direction(A, M, x, s, rp, rd, rc):
    dy = np.linalg.solve(M, rp + A @ ((x * rd - rc) / s))
    ds = rd - A.T @ dy
    return (rc - x * ds) / s, dy, ds


def mehrotralp(A, b, c, tol=1e-10, most=60):
    """min c x with A x = b and x >= 0: the cost, the plan, the prices of equations, and rounds."""
    n = c.size
    x, y, s = start(A, b, c)
    for r in range(most):
        rp = b - A @ x
        rd = c - A.T @ y - s
        mu = x @ s / n
        if mu < tol and np.linalg.norm(rp) < tol * (1.0 + np.linalg.norm(b)):
            return c @ x, x, y, r
        M = (A * (x / s)) @ A.T
        dx, dy, ds = direction(A, M, x, s, rp, rd, -x * s)
        ap, ad = longest(x, dx), longest(s, ds)
        sigma = ((x + ap * dx) @ (s + ad * ds) / n / mu) ** 3
        dx, dy, ds = direction(A, M, x, s, rp, rd, sigma * mu - x * s - dx * ds)
        ap, ad = 0.99 * longest(x, dx), 0.99 * longest(s, ds)
        x = x + ap * dx
        y = y + ad * dy
        s = s + ad * ds
    return c @ x, x, y, most

import numpy as np


def residual(u, f, h, eps):
    middle = u[1:-1, 1:-1]
    lap = eps * (u[:-2, 1:-1] - 2.0 * middle + u[2:, 1:-1]) + u[1:-1, :-2] - 2.0 * middle + u[1:-1, 2:]
    return f[1:-1, 1:-1] + lap / h**2


def solve_lines(u, f, h, eps, start):
    """Rows start, start + 2, ... of u, each a tridiagonal system for given neighbours."""
    n = u.shape[1]
    d = h**2 * f[start:-1:2] + eps * (u[start - 1:-2:2] + u[start + 1::2])
    diagonal = 2.0 + 2.0 * eps
    c = np.zeros(n)
    d[:, 0] = u[start:-1:2, 0]
    for j in range(1, n - 1):
        under = 1.0 / (diagonal - c[j - 1])
        c[j] = under
        d[:, j] = (d[:, j] + d[:, j - 1]) * under
    for j in range(n - 2, 0, -1):
        u[start:-1:2, j] = d[:, j] + c[j] * u[start:-1:2, j + 1]


def relax(u, f, history, h, eps):
    for sweep in range(history.size):
        solve_lines(u, f, h, eps, 1)
        solve_lines(u, f, h, eps, 2)
        history[sweep] = np.sqrt(np.mean(residual(u, f, h, eps) ** 2))

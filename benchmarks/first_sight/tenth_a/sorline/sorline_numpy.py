import numpy as np


def sorline(u, f, T, omega=1.3, tol=1e-8):
    """Each row sees the row above it as already updated, and its own neighbours as they were; in place."""
    n = u.shape[0]
    change = 1.0
    sweeps = 0
    while change > tol and sweeps < T:
        change = 0.0
        for i in range(1, n - 1):
            row = 0.25 * (u[i - 1, 1:-1] + u[i + 1, 1:-1] + u[i, :-2] + u[i, 2:] + f[i, 1:-1])
            delta = omega * (row - u[i, 1:-1])
            u[i, 1:-1] += delta
            change = max(change, np.max(np.abs(delta)))
        sweeps += 1
    return change, sweeps

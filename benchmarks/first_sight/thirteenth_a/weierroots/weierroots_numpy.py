import numpy as np


def allroots(coefficients, tolerance=1e-10, limit=200):
    """coefficients: rows, highest power first, which is 1."""
    count, degree = coefficients.shape[0], coefficients.shape[1] - 1
    z = np.empty((count, degree), dtype=np.complex128)
    z[:] = (0.4 + 0.9j) ** np.arange(degree)
    change = 1.0
    turns = 0
    while change > tolerance and turns < limit:
        p = np.ones_like(z)
        for k in range(1, degree + 1):
            p = p * z + coefficients[:, k, np.newaxis]
        q = np.ones_like(z)
        for i in range(degree):
            for j in range(degree):
                if j != i:
                    q[:, i] *= z[:, i] - z[:, j]
        step = p / q
        z -= step
        change = np.max(np.abs(step))
        turns += 1
    return z

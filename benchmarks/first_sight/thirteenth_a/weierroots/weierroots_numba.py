import numba as nb
import numpy as np


@nb.njit
def allroots(coefficients, tolerance=1e-10, limit=200):
    count, degree = coefficients.shape[0], coefficients.shape[1] - 1
    z = np.empty((count, degree), np.complex128)
    step = np.empty(degree, np.complex128)
    for r in range(count):
        for j in range(degree):
            z[r, j] = (0.4 + 0.9j) ** j
    change = 1.0
    turns = 0
    while change > tolerance and turns < limit:
        change = 0.0
        for r in range(count):
            for i in range(degree):
                x = z[r, i]
                p = 1.0 + 0.0j
                q = 1.0 + 0.0j
                for k in range(1, degree + 1):
                    p = p * x + coefficients[r, k]
                for j in range(degree):
                    if j != i:
                        q *= x - z[r, j]
                step[i] = p / q
                change = max(change, abs(step[i]))
            for i in range(degree):
                z[r, i] -= step[i]
        turns += 1
    return z

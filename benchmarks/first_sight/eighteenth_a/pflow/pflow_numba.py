import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def row_sum(Y, V, i):
    """Four sums that do not wait for each other."""
    n = V.size
    total = 0j
    a, b, c, d = 0j, 0j, 0j, 0j
    for j in range(0, n - 3, 4):
        a += Y[i, j] * V[j]
        b += Y[i, j + 1] * V[j + 1]
        c += Y[i, j + 2] * V[j + 2]
        d += Y[i, j + 3] * V[j + 3]
    for j in range(n - n % 4, n):
        total += Y[i, j] * V[j]
    return total + ((a + b) + (c + d))


@nb.njit(error_model="numpy")
def power_flow(Y, power, V, tol):
    n = V.size
    sweeps, change = 0, 1.0
    under = np.empty(n, np.complex128)
    for i in range(n):
        under[i] = 1.0 / Y[i, i]
    while change > tol:
        change = 0.0
        for i in range(1, n):
            old = V[i]
            V[i] = 0.0
            new = (np.conj(power[i] / old) - row_sum(Y, V, i)) * under[i]
            change = max(change, abs(new - old))
            V[i] = new
        sweeps += 1
    first, loss = 0j, 0.0
    for i in range(n):
        given = V[i] * np.conj(row_sum(Y, V, i))
        loss += given.real
        if i == 0:
            first = given
    return first, loss, sweeps

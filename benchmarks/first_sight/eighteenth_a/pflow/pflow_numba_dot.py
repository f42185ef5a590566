import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def power_flow(Y, power, V, tol):
    n = V.size
    sweeps, change = 0, 1.0
    while change > tol:
        change = 0.0
        for i in range(1, n):
            new = (np.conj(power[i] / V[i]) - np.dot(Y[i], V)) / Y[i, i] + V[i]
            change = max(change, abs(new - V[i]))
            V[i] = new
        sweeps += 1
    given = V * np.conj(np.dot(Y, V))
    return given[0], np.sum(given).real, sweeps

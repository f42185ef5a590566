import numpy as np


def power_flow(Y, power, V, tol):
    """Voltages V of a grid by Gauss' and Seidel's sweeps; place 0 is given. Power that it gives, and losses."""
    n = len(V)
    sweeps = 0
    change = 1.0
    while change > tol:
        change = 0.0
        for i in range(1, n):
            current = np.conj(power[i] / V[i])
            new = (current - Y[i, :i] @ V[:i] - Y[i, i + 1:] @ V[i + 1:]) / Y[i, i]
            change = max(change, abs(new - V[i]))
            V[i] = new
        sweeps += 1
    given = V * np.conj(Y @ V)
    return given[0], np.sum(given).real, sweeps

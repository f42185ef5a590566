import math

import numba as nb
import numpy as np


@nb.njit
def residual_of(x, y, p, k, out):
    """y less the model; the sum of squares."""
    for i in range(x.size):
        out[i] = y[i] - p[0] - p[1] * x[i]
    for j in range(k):
        height, centre, narrow = p[2 + j], p[2 + k + j], 1.0 / p[2 + 2 * k + j]
        for i in range(x.size):
            z = (x[i] - centre) * narrow
            out[i] -= height * math.exp(-0.5 * z * z)
    total = 0.0
    for i in range(x.size):
        total += out[i] * out[i]
    return total


@nb.njit
def jacobian(x, p, k, J):
    """By rows of derivatives, one for each parameter."""
    J[0] = 1.0
    J[1] = x
    for j in range(k):
        height, centre, narrow = p[2 + j], p[2 + k + j], 1.0 / p[2 + 2 * k + j]
        for i in range(x.size):
            z = (x[i] - centre) * narrow
            g = math.exp(-0.5 * z * z)
            slope = height * g * z * narrow
            J[2 + j, i] = g
            J[2 + k + j, i] = slope
            J[2 + 2 * k + j, i] = slope * z


@nb.njit
def fit(x, y, p, most, tolerance):
    k = (p.size - 2) // 3
    J = np.empty((p.size, x.size))
    residual, trial = np.empty(x.size), np.empty(x.size)
    chi2 = residual_of(x, y, p, k, residual)
    damping, steps = 1e-2, 0
    while steps < most:
        jacobian(x, p, k, J)
        A = J @ J.T
        g = J @ residual
        accepted = False
        chi2_trial = 0.0
        moved = p
        for _ in range(8):
            damped = A.copy()
            for i in range(p.size):
                damped[i, i] += damping * A[i, i]
            moved = p + np.linalg.solve(damped, g)
            chi2_trial = residual_of(x, y, moved, k, trial)
            if chi2_trial < chi2:
                accepted = True
                break
            damping *= 4.0
        steps += 1
        if not accepted:
            break
        change = (chi2 - chi2_trial) / chi2
        p = moved
        residual, trial = trial, residual
        chi2 = chi2_trial
        damping = max(damping / 5.0, 1e-8)
        if change < tolerance:
            break
    jacobian(x, p, k, J)
    covariance = np.linalg.inv(J @ J.T)
    return p, np.sqrt(np.diag(covariance) * chi2 / (x.size - p.size)), chi2, steps

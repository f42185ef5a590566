from math import factorial

import numpy as np


def radial(n, m, rho):
    """Zernike's radial polynomial."""
    total = np.zeros_like(rho)
    for s in range((n - m) // 2 + 1):
        factor = (-1) ** s * factorial(n - s) / (factorial(s) * factorial((n + m) // 2 - s) * factorial((n - m) // 2 - s))
        total += factor * rho ** (n - 2 * s)
    return total


def basis(rho, theta, order):
    """All of Zernike's shapes up to an order, of unit mean square, as columns."""
    columns = []
    for n in range(order + 1):
        for m in range(-n, n + 1, 2):
            shape = radial(n, abs(m), rho)
            if m < 0:
                columns.append(np.sqrt(2.0 * (n + 1)) * shape * np.sin(-m * theta))
            elif m > 0:
                columns.append(np.sqrt(2.0 * (n + 1)) * shape * np.cos(m * theta))
            else:
                columns.append(np.sqrt(n + 1.0) * shape)
    return np.stack(columns, axis=1)


def wavefronts(x, y, phases, order, hole):
    """Coefficients of each frame by least squares over the pupil, what is left of it, and the Strehl ratio that it leaves."""
    rho = np.hypot(x, y)
    pupil = (rho <= 1.0) & (rho >= hole)
    Z = basis(rho[pupil], np.arctan2(y[pupil], x[pupil]), order)
    data = phases[:, pupil].T
    coefficients, _, _, _ = np.linalg.lstsq(Z, data, rcond=None)
    left = data - Z @ coefficients
    rms = np.sqrt(np.mean(left**2, axis=0))
    strehl = np.abs(np.mean(np.exp(1j * left), axis=0)) ** 2
    return coefficients.T, rms, strehl

import math

import numba as nb
import numpy as np


@nb.njit
def factorial(n):
    product = 1.0
    for k in range(2, n + 1):
        product *= k
    return product


@nb.njit
def basis(x, y, order):
    count = x.size
    Z = np.empty(((order + 1) * (order + 2) // 2, count))
    rho = np.sqrt(x * x + y * y)
    powers = np.empty((order + 1, count))
    sines, cosines = np.empty((order + 1, count)), np.empty((order + 1, count))
    powers[0], sines[0], cosines[0] = 1.0, 0.0, 1.0
    for i in range(count):
        c, s = x[i] / rho[i], y[i] / rho[i]
        for k in range(1, order + 1):
            powers[k, i] = powers[k - 1, i] * rho[i]
            cosines[k, i] = cosines[k - 1, i] * c - sines[k - 1, i] * s
            sines[k, i] = sines[k - 1, i] * c + cosines[k - 1, i] * s
    row = 0
    for n in range(order + 1):
        for m in range(-n, n + 1, 2):
            q = abs(m)
            z = Z[row]
            z[:] = 0.0
            for s in range((n - q) // 2 + 1):
                factor = factorial(n - s) / (factorial(s) * factorial((n + q) // 2 - s) * factorial((n - q) // 2 - s))
                if s % 2:
                    factor = -factor
                power = powers[n - 2 * s]
                for i in range(count):
                    z[i] += factor * power[i]
            scale = math.sqrt(n + 1.0) if m == 0 else math.sqrt(2.0 * (n + 1))
            turn = sines[q] if m < 0 else cosines[q]
            for i in range(count):
                z[i] *= scale * turn[i]
            row += 1
    return Z


@nb.njit
def wavefronts(x, y, phases, order, hole):
    """Normal equations: the shapes are nearly orthogonal."""
    frames = phases.shape[0]
    count = 0
    xs, ys = np.empty(x.size), np.empty(x.size)
    data = np.empty((frames, x.size))
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            rho = math.hypot(x[i, j], y[i, j])
            if hole <= rho <= 1.0:
                xs[count], ys[count] = x[i, j], y[i, j]
                for f in range(frames):
                    data[f, count] = phases[f, i, j]
                count += 1
    Z = basis(xs[:count], ys[:count], order)
    data = data[:, :count].copy()
    coefficients = np.linalg.solve(Z @ Z.T, Z @ data.T)
    model = coefficients.T.copy() @ Z
    rms, strehl = np.empty(frames), np.empty(frames)
    for f in range(frames):
        square = c = s = 0.0
        for i in range(count):
            left = data[f, i] - model[f, i]
            square += left * left
            c += math.cos(left)
            s += math.sin(left)
        rms[f] = math.sqrt(square / count)
        strehl[f] = (c * c + s * s) / (count * count)
    return coefficients.T, rms, strehl

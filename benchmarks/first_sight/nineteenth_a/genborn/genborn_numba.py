import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def solvate(x, radius, charge):
    n = len(radius)
    offset, scale, far = 0.09, 0.8, 12.0
    born, r = np.empty(n), np.empty((n, n))
    for i in range(n):
        for j in range(i):
            q = np.sqrt((x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2 + (x[i, 2] - x[j, 2]) ** 2)
            r[i, j] = q
            r[j, i] = q
        r[i, i] = 0.0
    for i in range(n):
        a, total = radius[i] - offset, 0.0
        for j in range(n):
            b, q = scale * (radius[j] - offset), r[i, j]
            upper = q + b
            if j == i or q > far or a > upper:
                continue
            lower = max(a, abs(q - b))
            low, up = 1.0 / lower, 1.0 / upper
            term = 0.5 * (low - up + 0.25 * (q - b * b / q) * (up * up - low * low) + 0.5 * np.log(lower * up) / q)
            if a < b - q:
                term += 1.0 / a - low
            total += term
        psi = total * a
        born[i] = 1.0 / (1.0 / a - np.tanh(psi - 0.8 * psi**2 + 4.85 * psi**3) / radius[i])
    potential = np.zeros(n)
    for i in range(n):
        for j in range(i + 1):
            product, square = born[i] * born[j], r[i, j] ** 2
            f = np.sqrt(square + product * np.exp(-square / (4.0 * product)))
            g = -332.06 * (1.0 - np.exp(-0.1 * f) / 78.5) / f
            potential[i] += g * charge[j]
            if j < i:
                potential[j] += g * charge[i]
    return 0.5 * np.sum(charge * potential), potential, born

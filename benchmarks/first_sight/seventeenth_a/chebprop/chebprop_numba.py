import numba as nb
import numpy as np


@nb.njit
def propagate(psi, potential, coefficients, phase, h, centre, radius, steps):
    n, m = psi.shape
    kinetic = 0.5 / (h * h * radius)
    diagonal = (potential - centre) / radius + 4.0 * kinetic
    norms = np.zeros(steps)
    psi = psi.copy()
    before, now, total = np.zeros((n + 2, m + 2), psi.dtype), np.zeros((n + 2, m + 2), psi.dtype), np.empty_like(psi)
    for step in range(steps):
        for i in range(n):
            for j in range(m):
                before[i + 1, j + 1] = psi[i, j]
        for k in range(1, coefficients.size):
            c = coefficients[k]
            if k == 1:
                for i in range(n):
                    for j in range(m):
                        around = before[i, j + 1] + before[i + 2, j + 1] + before[i + 1, j] + before[i + 1, j + 2]
                        t = diagonal[i, j] * before[i + 1, j + 1] - kinetic * around
                        now[i + 1, j + 1] = t
                        total[i, j] = coefficients[0] * before[i + 1, j + 1] + c * t
                continue
            for i in range(n):
                for j in range(m):
                    around = now[i, j + 1] + now[i + 2, j + 1] + now[i + 1, j] + now[i + 1, j + 2]
                    t = 2.0 * (diagonal[i, j] * now[i + 1, j + 1] - kinetic * around) - before[i + 1, j + 1]
                    before[i + 1, j + 1] = t
                    total[i, j] += c * t
            before, now = now, before
        norm = 0.0
        for i in range(n):
            for j in range(m):
                z = phase * total[i, j]
                psi[i, j] = z
                norm += z.real * z.real + z.imag * z.imag
        norms[step] = norm * h**2
    return psi, norms

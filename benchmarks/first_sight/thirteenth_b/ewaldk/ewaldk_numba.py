import numba as nb
import numpy as np


@nb.njit
def reciprocal(positions, charges, K, alpha=5.0, box=1.0):
    n = charges.size
    unit = 2.0 * np.pi / box
    energy = 0.0
    forces = np.zeros_like(positions)
    re, im = np.empty(n), np.empty(n)
    for a in range(0, K + 1):
        for b in range(-K, K + 1):
            for c in range(-K, K + 1):
                n2 = a * a + b * b + c * c
                if n2 == 0 or n2 > K * K:
                    continue
                twice = 1.0 if a == 0 else 2.0
                kx, ky, kz = unit * a, unit * b, unit * c
                k2 = unit * unit * n2
                factor = twice * 2.0 * np.pi / box**3 * np.exp(-k2 / (4.0 * alpha**2)) / k2
                x, y = 0.0, 0.0
                for i in range(n):
                    phase = kx * positions[i, 0] + ky * positions[i, 1] + kz * positions[i, 2]
                    re[i] = charges[i] * np.cos(phase)
                    im[i] = charges[i] * np.sin(phase)
                    x += re[i]
                    y += im[i]
                energy += factor * (x * x + y * y)
                for i in range(n):
                    f = 2.0 * factor * (x * im[i] - y * re[i])
                    forces[i, 0] += f * kx
                    forces[i, 1] += f * ky
                    forces[i, 2] += f * kz
    for i in range(n):
        energy -= alpha / np.sqrt(np.pi) * charges[i] ** 2
    return energy, forces

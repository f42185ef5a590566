import numba as nb
import numpy as np

LONG, DEEP, MU, NU = 3.0, 5.0, 2.0, 1.0
CHI = (LONG ** 2 - 1.0) / (LONG ** 2 + 1.0)
CHI2 = (DEEP ** (1.0 / MU) - 1.0) / (DEEP ** (1.0 / MU) + 1.0)


@nb.njit(error_model="numpy")
def gayberne(x, axis, box, reach):
    n = x.shape[0]
    energy = np.zeros(n)
    pairs = 0
    for i in range(n):
        for j in range(i + 1, n):
            dx, dy, dz = x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2]
            dx -= box * np.rint(dx / box)
            dy -= box * np.rint(dy / box)
            dz -= box * np.rint(dz / box)
            r2 = dx * dx + dy * dy + dz * dz
            if r2 >= reach ** 2:
                continue
            r = np.sqrt(r2)
            a = (dx * axis[i, 0] + dy * axis[i, 1] + dz * axis[i, 2]) / r
            b = (dx * axis[j, 0] + dy * axis[j, 1] + dz * axis[j, 2]) / r
            c = axis[i, 0] * axis[j, 0] + axis[i, 1] * axis[j, 1] + axis[i, 2] * axis[j, 2]
            p, m = (a + b) ** 2, (a - b) ** 2
            width = 1.0 / np.sqrt(1.0 - 0.5 * CHI * (p / (1.0 + CHI * c) + m / (1.0 - CHI * c)))
            deep = 1.0 - 0.5 * CHI2 * (p / (1.0 + CHI2 * c) + m / (1.0 - CHI2 * c))
            well = deep * deep / np.sqrt(1.0 - CHI ** 2 * c ** 2)
            s = 1.0 / (r - width + 1.0)
            s6 = (s * s * s) ** 2
            e = 2.0 * well * (s6 * s6 - s6)
            energy[i] += e
            energy[j] += e
            pairs += 1
    tensor = np.zeros((3, 3))
    for i in range(n):
        for k in range(3):
            for l in range(3):
                tensor[k, l] += 1.5 * axis[i, k] * axis[i, l] / n
    for k in range(3):
        tensor[k, k] -= 0.5
    return energy, np.linalg.eigvalsh(tensor), pairs

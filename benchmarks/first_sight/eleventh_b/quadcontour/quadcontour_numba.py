import numba as nb
import numpy as np


@nb.njit
def moments(stiff, damp, mass, probe, points, inner=0.6, outer=1.4):
    n, m = probe.shape
    zeroth = np.zeros((n, m), np.complex128)
    first = np.zeros((n, m), np.complex128)
    a = np.empty((n, n), np.complex128)
    for j in range(points):
        turn = np.exp(2j * np.pi * (j + 0.5) / points)
        for side in range(2):
            z = (outer if side == 0 else inner) * turn
            w = (z if side == 0 else -z) / points
            z2 = z * z
            for p in range(n):
                for q in range(n):
                    a[p, q] = stiff[p, q] + z * damp[p, q] + z2 * mass[p, q]
            x = np.linalg.solve(a, probe)
            wz = w * z
            for p in range(n):
                for q in range(m):
                    zeroth[p, q] += w * x[p, q]
                    first[p, q] += wz * x[p, q]
    norms = np.zeros(m)
    for p in range(n):
        for q in range(m):
            norms[q] += abs(zeroth[p, q]) ** 2
    return zeroth, first, np.sqrt(norms)

import numba as nb
import numpy as np

COULOMB, STEEP, WALL, RATE = 14.4, 0.35, 900.0, 2e-3


@nb.njit(error_model="numpy")
def qeqchg(x, chi, hard, steps):
    n = chi.size
    energy = np.zeros(steps)
    a, rhs = np.zeros((n + 1, n + 1)), np.zeros(n + 1)
    distance, slope = np.empty((n, n)), np.empty((n, n))
    q = np.zeros(n)
    for k in range(steps):
        for i in range(n):
            rhs[i] = -chi[i]
            a[i, i], a[n, i], a[i, n] = hard[i], 1.0, -1.0
            for j in range(i):
                r2 = (x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2 + (x[i, 2] - x[j, 2]) ** 2
                r = np.sqrt(r2)
                gamma = np.sqrt(hard[i] * hard[j]) / COULOMB
                s = r2 * r + 1.0 / (gamma * gamma * gamma)
                v = COULOMB / np.cbrt(s)
                a[i, j] = a[j, i] = v
                distance[i, j], slope[i, j] = r, -r2 * v / s
        solution = np.linalg.solve(a, rhs)
        q[:] = solution[:n]
        total = 0.0
        move = np.zeros((n, 3))
        for i in range(n):
            total += chi[i] * q[i] + 0.5 * hard[i] * q[i] ** 2
            for j in range(i):
                r = distance[i, j]
                wall = WALL * np.exp(-r / STEEP)
                total += q[i] * q[j] * a[i, j] + wall
                pull = (q[i] * q[j] * slope[i, j] - wall / STEEP) / r
                for c in range(3):
                    f = pull * (x[i, c] - x[j, c])
                    move[i, c] += f
                    move[j, c] -= f
        energy[k] = total
        for i in range(n):
            for c in range(3):
                x[i, c] -= RATE * move[i, c]
    return q, energy

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def lbmd3q(f, force, velocity, weight, steps, tau=0.8):
    n = f.shape[1]
    energy = np.zeros(steps)
    one, two = f, np.empty_like(f)
    rho, ux, uy, uz, sq, row = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    for t in range(steps):
        total = 0.0
        for i in range(n):
            for j in range(n):
                rho[:] = 0.0
                ux[:] = 0.0
                uy[:] = 0.0
                uz[:] = 0.0
                for q in range(19):
                    cx, cy, cz = float(velocity[q, 0]), float(velocity[q, 1]), float(velocity[q, 2])
                    for k in range(n):
                        v = one[q, i, j, k]
                        rho[k] += v
                        ux[k] += cx * v
                        uy[k] += cy * v
                        uz[k] += cz * v
                for k in range(n):
                    ux[k] = ux[k] / rho[k] + tau * force[k]
                    uy[k] /= rho[k]
                    uz[k] /= rho[k]
                    sq[k] = ux[k] * ux[k] + uy[k] * uy[k] + uz[k] * uz[k]
                    total += rho[k] * sq[k]
                for q in range(19):
                    cx, cy, cz = float(velocity[q, 0]), float(velocity[q, 1]), float(velocity[q, 2])
                    ti, tj, sk = (i + velocity[q, 0]) % n, (j + velocity[q, 1]) % n, velocity[q, 2]
                    w = weight[q]
                    for k in range(n):
                        along = cx * ux[k] + cy * uy[k] + cz * uz[k]
                        rest = w * rho[k] * (1.0 + 3.0 * along + 4.5 * along * along - 1.5 * sq[k])
                        row[k] = one[q, i, j, k] + (rest - one[q, i, j, k]) / tau
                    if sk == 1:
                        two[q, ti, tj, 0] = row[n - 1]
                        two[q, ti, tj, 1:] = row[:-1]
                    elif sk == -1:
                        two[q, ti, tj, n - 1] = row[0]
                        two[q, ti, tj, :-1] = row[1:]
                    else:
                        two[q, ti, tj] = row
        energy[t] = 0.5 * (total / n ** 3)
        one, two = two, one
    if steps % 2:
        f[:] = one
    return energy

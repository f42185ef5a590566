import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def stillweb(x, box, a=1.8):
    A, B, lam, gamma = 7.049556277, 0.6022245584, 21.0, 1.2
    n = x.shape[0]
    force = np.zeros((n, 3))
    count = np.zeros(n, np.int64)
    near, u, r, e = np.empty(n, np.int64), np.empty((n, 3)), np.empty(n), np.empty(n)
    energy = 0.0
    for i in range(n):
        m = 0
        for j in range(n):
            dx, dy, dz = x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2]
            dx -= box * np.rint(dx / box)
            dy -= box * np.rint(dy / box)
            dz -= box * np.rint(dz / box)
            r2 = dx * dx + dy * dy + dz * dz
            if r2 < a * a and j != i:
                s = np.sqrt(r2)
                near[m], r[m], e[m] = j, s, np.exp(gamma / (s - a))
                u[m, 0], u[m, 1], u[m, 2] = dx / s, dy / s, dz / s
                m += 1
        count[i] = m
        for p in range(m):
            s = r[p]
            screen = np.exp(1.0 / (s - a))
            well = A * (B / s ** 4 - 1.0)
            energy += 0.5 * well * screen
            slope = (-4.0 * A * B / s ** 5 - well / (s - a) ** 2) * screen
            for k in range(3):
                force[i, k] += slope * u[p, k]
            for q in range(p):
                cosine = u[p, 0] * u[q, 0] + u[p, 1] * u[q, 1] + u[p, 2] * u[q, 2]
                bend = cosine + 1.0 / 3.0
                weight = lam * e[p] * e[q]
                strength = weight * bend * bend
                turn = 2.0 * weight * bend
                energy += strength
                fp, fq = gamma / (s - a) ** 2 * strength, gamma / (r[q] - a) ** 2 * strength
                for k in range(3):
                    push = fp * u[p, k] - turn * (u[q, k] - cosine * u[p, k]) / s
                    pull = fq * u[q, k] - turn * (u[p, k] - cosine * u[q, k]) / r[q]
                    force[near[p], k] += push
                    force[near[q], k] += pull
                    force[i, k] -= push + pull
    return energy, force, count

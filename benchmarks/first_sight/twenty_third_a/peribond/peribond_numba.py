import numba as nb
import numpy as np

HORIZON = 3


@nb.njit(error_model="numpy")
def peribond(u, v, alive, h, stiffness, critical, pull, dt, steps):
    _, n, m = u.shape
    bonds = alive.shape[0]
    energy = np.zeros(steps)
    force = np.empty_like(u)
    for t in range(steps):
        force[:] = 0.0
        b = 0
        for di in range(HORIZON + 1):
            for dj in range(-HORIZON, HORIZON + 1):
                if (di == 0 and dj <= 0) or di * di + dj * dj > HORIZON * HORIZON:
                    continue
                rest = h * np.sqrt(di * di + dj * dj)
                total = 0.0
                for i in range(n - di):
                    for j in range(max(0, -dj), m - max(0, dj)):
                        if not alive[b, i, j]:
                            continue
                        ex = di * h + u[0, i + di, j + dj] - u[0, i, j]
                        ey = dj * h + u[1, i + di, j + dj] - u[1, i, j]
                        length = np.sqrt(ex * ex + ey * ey)
                        stretch = (length - rest) / rest
                        if not stretch < critical:
                            alive[b, i, j] = False
                            continue
                        tension = stiffness * stretch / length
                        force[0, i, j] += tension * ex
                        force[0, i + di, j + dj] -= tension * ex
                        force[1, i, j] += tension * ey
                        force[1, i + di, j + dj] -= tension * ey
                        total += stretch * stretch
                energy[t] += 0.5 * stiffness * rest * total
                b += 1
        for c in range(2):
            for i in range(n):
                for j in range(m):
                    v[c, i, j] += dt * (force[c, i, j] - 0.1 * v[c, i, j])
        v[0, :2] = -pull
        v[0, -2:] = pull
        for c in range(2):
            for i in range(n):
                for j in range(m):
                    u[c, i, j] += dt * v[c, i, j]
    damage = np.zeros((n, m))
    for b in range(bonds):
        for i in range(n):
            for j in range(m):
                damage[i, j] += alive[b, i, j]
    for i in range(n):
        for j in range(m):
            damage[i, j] = 1.0 - damage[i, j] / bonds
    return energy, damage

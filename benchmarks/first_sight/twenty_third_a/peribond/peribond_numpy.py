import numpy as np

HORIZON = 3


def parts(size, d):
    """Places that have a neighbour d further on, and those neighbours."""
    return slice(max(0, -d), size - max(0, d)), slice(max(0, d), size - max(0, -d))


def peribond(u, v, alive, h, stiffness, critical, pull, dt, steps):
    """Bonds to all within a horizon, each seen once from one end; places, speeds and bonds change in place."""
    n, m = u.shape[1:]
    energy = np.zeros(steps)
    for t in range(steps):
        force = np.zeros_like(u)
        b = 0
        for di in range(HORIZON + 1):
            for dj in range(-HORIZON, HORIZON + 1):
                if (di == 0 and dj <= 0) or di * di + dj * dj > HORIZON * HORIZON:
                    continue
                i, k = parts(n, di)
                j, l = parts(m, dj)
                rest = h * np.sqrt(di * di + dj * dj)
                ex = di * h + u[0, k, l] - u[0, i, j]
                ey = dj * h + u[1, k, l] - u[1, i, j]
                length = np.sqrt(ex ** 2 + ey ** 2)
                stretch = (length - rest) / rest
                alive[b, i, j] &= stretch < critical
                tension = np.where(alive[b, i, j], stiffness * stretch / length, 0.0)
                force[0, i, j] += tension * ex
                force[0, k, l] -= tension * ex
                force[1, i, j] += tension * ey
                force[1, k, l] -= tension * ey
                energy[t] += 0.5 * stiffness * rest * np.sum(stretch[alive[b, i, j]] ** 2)
                b += 1
        v += dt * (force - 0.1 * v)
        v[0, :2] = -pull
        v[0, -2:] = pull
        u += dt * v
    return energy, 1.0 - np.mean(alive, axis=0)

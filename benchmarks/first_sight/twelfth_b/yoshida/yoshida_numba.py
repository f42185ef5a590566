import numba as nb
import numpy as np


@nb.njit
def kick(x, y, z, vx, vy, vz, m, h, soft=0.05):
    n = len(m)
    for i in range(n):
        ax, ay, az = 0.0, 0.0, 0.0
        for j in range(n):
            dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
            r2 = dx * dx + dy * dy + dz * dz + soft**2
            f = m[j] / (r2 * np.sqrt(r2))
            ax += dx * f
            ay += dy * f
            az += dz * f
        vx[i] += h * ax
        vy[i] += h * ay
        vz[i] += h * az


@nb.njit
def integrate(x, y, z, vx, vy, vz, m, steps, dt=0.005, soft=0.05):
    w1 = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
    w0 = 1.0 - 2.0 * w1
    drifts = (0.5 * w1, 0.5 * (w0 + w1), 0.5 * (w0 + w1), 0.5 * w1)
    kicks = (w1, w0, w1, 0.0)
    n = len(m)
    energy = np.zeros(steps)
    for s in range(steps):
        for p in range(4):
            c = drifts[p]
            for i in range(n):
                x[i] += c * dt * vx[i]
                y[i] += c * dt * vy[i]
                z[i] += c * dt * vz[i]
            if p < 3:
                kick(x, y, z, vx, vy, vz, m, kicks[p] * dt)
        e = 0.0
        for i in range(n):
            e += 0.5 * m[i] * (vx[i]**2 + vy[i]**2 + vz[i]**2)
            for j in range(i + 1, n):
                e -= m[i] * m[j] / np.sqrt((x[j] - x[i])**2 + (y[j] - y[i])**2 + (z[j] - z[i])**2 + soft**2)
        energy[s] = e
    return energy

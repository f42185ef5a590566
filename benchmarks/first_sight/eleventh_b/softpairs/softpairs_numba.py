import numba as nb
import numpy as np


@nb.njit
def field(x, y, z, mass, soft, acc):
    """Accelerations, and the energy of all pairs."""
    n = len(mass)
    energy = 0.0
    for i in range(n):
        ax, ay, az, e = 0.0, 0.0, 0.0, 0.0
        for j in range(n):
            dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
            inv = 1.0 / np.sqrt(dx * dx + dy * dy + dz * dz + soft * soft)
            w = mass[j] * inv
            w3 = w * inv * inv
            ax += w3 * dx
            ay += w3 * dy
            az += w3 * dz
            e += w
        acc[0, i], acc[1, i], acc[2, i] = ax, ay, az
        energy -= 0.5 * mass[i] * (e - mass[i] / soft)
    return energy


@nb.njit
def orbit(pos, vel, mass, steps, dt, soft):
    n = len(mass)
    kinetic, potential = np.zeros(steps), np.zeros(steps)
    p, v, acc = pos.T.copy(), vel.T.copy(), np.empty((3, n))
    field(p[0], p[1], p[2], mass, soft, acc)
    for s in range(steps):
        v += 0.5 * dt * acc
        p += dt * v
        potential[s] = field(p[0], p[1], p[2], mass, soft, acc)
        v += 0.5 * dt * acc
        k = 0.0
        for a in range(3):
            for i in range(n):
                k += mass[i] * v[a, i] * v[a, i]
        kinetic[s] = 0.5 * k
    pos[:] = p.T
    vel[:] = v.T
    return kinetic, potential

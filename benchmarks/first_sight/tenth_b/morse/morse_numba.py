import numba as nb
import numpy as np

DEPTH = 1.3
WIDTH = 1.1
REST = 1.5


@nb.njit
def forces(pos, force):
    n = pos.shape[0]
    force[:] = 0.0
    energy = 0.0
    for i in range(n - 1):
        fx = fy = fz = 0.0
        for j in range(i + 1, n):
            dx = pos[j, 0] - pos[i, 0]
            dy = pos[j, 1] - pos[i, 1]
            dz = pos[j, 2] - pos[i, 2]
            r = np.sqrt(dx * dx + dy * dy + dz * dz)
            e = np.exp(-WIDTH * (r - REST))
            energy += DEPTH * (1.0 - e) ** 2
            c = 2.0 * DEPTH * WIDTH * (1.0 - e) * e / r
            fx += c * dx
            fy += c * dy
            fz += c * dz
            force[j, 0] -= c * dx
            force[j, 1] -= c * dy
            force[j, 2] -= c * dz
        force[i, 0] += fx
        force[i, 1] += fy
        force[i, 2] += fz
    return energy


@nb.njit
def verlet(pos, vel, mass, steps, dt=0.005):
    n = pos.shape[0]
    force = np.empty_like(pos)
    trace = np.zeros(steps)
    forces(pos, force)
    for s in range(steps):
        for i in range(n):
            for k in range(3):
                vel[i, k] += 0.5 * dt * force[i, k] / mass[i]
                pos[i, k] += dt * vel[i, k]
        potential = forces(pos, force)
        kin = 0.0
        for i in range(n):
            for k in range(3):
                vel[i, k] += 0.5 * dt * force[i, k] / mass[i]
                kin += mass[i] * vel[i, k] ** 2
        trace[s] = potential + 0.5 * kin
    return trace

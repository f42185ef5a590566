import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def energies(pos, vel, charge, mass, soft):
    n = pos.shape[0]
    kinetic, potential = 0.0, 0.0
    for i in range(n):
        kinetic += mass[i, 0] * (vel[i, 0] ** 2 + vel[i, 1] ** 2 + vel[i, 2] ** 2)
        for j in range(i + 1, n):
            dx, dy, dz = pos[i, 0] - pos[j, 0], pos[i, 1] - pos[j, 1], pos[i, 2] - pos[j, 2]
            potential += charge[i, 0] * charge[j, 0] / np.sqrt(dx * dx + dy * dy + dz * dz + soft ** 2)
    return 0.5 * kinetic, potential


@nb.njit(error_model="numpy")
def borisgas(charge, mass, pos, vel, field, steps, dt=0.02, soft=0.1):
    n = pos.shape[0]
    kinetic, potential = np.zeros(steps + 1), np.zeros(steps + 1)
    kinetic[0], potential[0] = energies(pos, vel, charge, mass, soft)
    force = np.empty((n, 3))
    for k in range(steps):
        force[:] = 0.0
        for i in range(n):
            for j in range(i + 1, n):
                dx, dy, dz = pos[i, 0] - pos[j, 0], pos[i, 1] - pos[j, 1], pos[i, 2] - pos[j, 2]
                r2 = dx * dx + dy * dy + dz * dz + soft ** 2
                inv = 1.0 / (r2 * np.sqrt(r2))
                a, b = charge[j, 0] * inv, charge[i, 0] * inv
                force[i, 0] += dx * a
                force[i, 1] += dy * a
                force[i, 2] += dz * a
                force[j, 0] -= dx * b
                force[j, 1] -= dy * b
                force[j, 2] -= dz * b
        for i in range(n):
            ratio = charge[i, 0] / mass[i, 0]
            h = 0.5 * dt * ratio
            kx, ky, kz = h * force[i, 0], h * force[i, 1], h * force[i, 2]
            tx, ty, tz = h * field[0], h * field[1], h * field[2]
            f = 2.0 / (1.0 + tx * tx + ty * ty + tz * tz)
            vx, vy, vz = vel[i, 0] + kx, vel[i, 1] + ky, vel[i, 2] + kz
            ux, uy, uz = vx + (vy * tz - vz * ty), vy + (vz * tx - vx * tz), vz + (vx * ty - vy * tx)
            vx += f * (uy * tz - uz * ty) + kx
            vy += f * (uz * tx - ux * tz) + ky
            vz += f * (ux * ty - uy * tx) + kz
            vel[i, 0], vel[i, 1], vel[i, 2] = vx, vy, vz
            pos[i, 0] += dt * vx
            pos[i, 1] += dt * vy
            pos[i, 2] += dt * vz
        kinetic[k + 1], potential[k + 1] = energies(pos, vel, charge, mass, soft)
    return kinetic, potential

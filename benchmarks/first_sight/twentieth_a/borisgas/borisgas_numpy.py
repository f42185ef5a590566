import numpy as np


def electric(pos, charge, soft):
    x, y, z = pos[:, 0:1], pos[:, 1:2], pos[:, 2:3]
    dx, dy, dz = x - x.T, y - y.T, z - z.T
    inv = dx ** 2 + dy ** 2 + dz ** 2 + soft ** 2
    inv[inv > 0] = inv[inv > 0] ** (-1.5)
    return np.hstack(((dx * inv) @ charge, (dy * inv) @ charge, (dz * inv) @ charge))


def energies(pos, vel, charge, mass, soft):
    kinetic = 0.5 * np.sum(mass * vel ** 2)
    d = pos[:, np.newaxis, :] - pos[np.newaxis, :, :]
    distance = np.sqrt(np.sum(d * d, axis=-1) + soft ** 2)
    return kinetic, np.sum(np.triu(charge * charge.T / distance, 1))


def borisgas(charge, mass, pos, vel, field, steps, dt=0.02, soft=0.1):
    kinetic = np.zeros(steps + 1)
    potential = np.zeros(steps + 1)
    kinetic[0], potential[0] = energies(pos, vel, charge, mass, soft)
    ratio = charge / mass
    t = 0.5 * dt * ratio * field
    s = 2.0 * t / (1.0 + np.sum(t * t, axis=1, keepdims=True))
    for k in range(steps):
        kick = 0.5 * dt * ratio * electric(pos, charge, soft)
        vel += kick
        turned = vel + np.cross(vel, t)
        vel += np.cross(turned, s)
        vel += kick
        pos += dt * vel
        kinetic[k + 1], potential[k + 1] = energies(pos, vel, charge, mass, soft)
    return kinetic, potential

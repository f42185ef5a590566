import numpy as np


def separations(pos, soft):
    d = pos[np.newaxis, :, :] - pos[:, np.newaxis, :]
    return d, np.sqrt(np.sum(d**2, axis=2) + soft**2)


def acceleration(pos, mass, soft):
    d, r = separations(pos, soft)
    return np.sum(mass[np.newaxis, :, np.newaxis] * d / r[:, :, np.newaxis] ** 3, axis=1)


def energies(pos, vel, mass, soft):
    kinetic = 0.5 * np.sum(mass[:, None] * vel * vel)
    _, r = separations(pos, soft)
    pairs = np.triu(np.outer(mass, mass) / r, k=1)
    return kinetic, -np.sum(pairs)


def orbit(pos, vel, mass, steps, dt, soft):
    """Leapfrog of bodies with softened gravity, and their energies after each step."""
    kinetic = np.zeros(steps)
    potential = np.zeros(steps)
    acc = acceleration(pos, mass, soft)
    for s in range(steps):
        vel += 0.5 * dt * acc
        pos += dt * vel
        acc = acceleration(pos, mass, soft)
        vel += 0.5 * dt * acc
        kinetic[s], potential[s] = energies(pos, vel, mass, soft)
    return kinetic, potential
